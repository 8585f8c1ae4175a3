import { connectAlone } from '@apoderados/core/db/client/connectAlone'
import { exportInstallation } from '@apoderados/core/move/exportInstallation'
import { importInstallation } from '@apoderados/core/move/importInstallation'
import type { MovedCounts } from '@apoderados/core/move/movedFile'
import { chileanNumber } from '@apoderados/importer/counted'
import { typedPath } from '../terminal/typedPath.ts'
import { defineCommand } from './command.ts'

const countedText = ({ rows, files }: MovedCounts) =>
  `Filas: ${chileanNumber(rows)}. Fotos y documentos: ${chileanNumber(files)}.`

export const moveExport = defineCommand({
  name: 'move export',
  summary: 'Copia la base de datos, las fotos y los documentos a un archivo, para mudarse a otra base',
  args: { archivo: { about: 'archivo .tar nuevo' } },
  example: 'move export colegio.tar',
  async run({ archivo }, { terminal, connect, auditCommand }) {
    const path = typedPath(archivo)
    const { url, files, db } = await connect()
    const client = await connectAlone(url)
    const counts = await exportInstallation(client, path, files).finally(() => client.end())
    await auditCommand(db, { detail: counts })
    terminal.print(`Copiado en ${path}. ${countedText(counts)}`)
    terminal.warn('Tiene datos de niños y no está cifrado: bórrelo después de la mudanza.')
  },
})

export const moveImport = defineCommand({
  name: 'move import',
  summary: 'Pone un archivo de move export en una base de datos vacía de la misma versión',
  args: { archivo: { about: 'el archivo de move export' } },
  example: 'move import colegio.tar',
  async run({ archivo }, { terminal, connect, auditCommand }) {
    const { url, files, db } = await connect()
    const counts = await importInstallation(url, typedPath(archivo), files)
    await auditCommand(db, { detail: counts })
    terminal.print(`Listo. ${countedText(counts)}`)
    terminal.print(
      'Cada apoderado debe ingresar de nuevo. Los correos y avisos que esperaban no se enviarán.',
    )
    terminal.print('Con otra clave secreta, las contraseñas de un solo uso sin usar ya no sirven.')
  },
})
