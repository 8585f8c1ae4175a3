import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withPartialFile } from '@apoderados/core/files/atomicFile'
import { documentType, pictureType } from '@apoderados/core/files/fileStore'
import { type Family, readFamily } from '@apoderados/core/students/families'
import { Refusal } from '@apoderados/importer/explain'
import type { Connection } from '../../connection.ts'
import { typedPath } from '../../terminal/typedPath.ts'
import { defineCommand } from '../command.ts'
import { ACCOUNT_ARGUMENT, findAccount } from '../find.ts'

const PICTURE_EXTENSIONS: Record<string, string> = { 'image/png': '.png', 'image/jpeg': '.jpg' }

/** Chooses a file's extension by its content; the name of a document counts only if the content fits it. */
function extensionOf(bytes: Buffer, name: string): string {
  const type = pictureType(bytes)
  if (type) return PICTURE_EXTENSIONS[type] ?? ''
  return documentType(bytes, name) ? name.slice(name.lastIndexOf('.')).toLowerCase() : '.bin'
}

/** Returns the files of the family's data: a map from file id to document name, which is '' for photos. */
function filesOf({ guardian, students }: Family): Map<string, string> {
  const names = new Map<string, string>()
  for (const { photo_id } of [guardian, ...students.flatMap(({ enrollments }) => enrollments)])
    if (photo_id) names.set(photo_id, '')
  for (const { document_id, document_name } of students.flatMap(({ events }) => events))
    if (document_id) names.set(document_id, document_name ?? '')
  return names
}

/** Writes the files and returns their paths by id; null for a file that is missing in the store. */
async function writeFiles(files: Connection['files'], family: Family, folder: string) {
  const paths: Record<string, string | null> = {}
  for (const [id, name] of filesOf(family)) {
    const bytes = await files.read(id)
    const path = bytes && `files/${id}${extensionOf(bytes, name)}`
    if (path) await writeFile(join(folder, path), bytes, { mode: 0o600 })
    paths[id] = path ?? null
  }
  return paths
}

/**
 * Writes the family's data to a new folder that only the operator's system user can read, and returns the number of its
 * photos and documents. The folder gets its name only when it is complete.
 * @throws {Refusal} if the folder exists
 */
async function writeFamily(
  files: Connection['files'],
  family: Family,
  targetFolder: string,
): Promise<number> {
  if (existsSync(targetFolder)) throw new Refusal(`${targetFolder} ya existe: elija otra carpeta.`)
  return withPartialFile(targetFolder, async (partial) => {
    await mkdir(join(partial, 'files'), { recursive: true, mode: 0o700 })
    const paths = await writeFiles(files, family, partial)
    const text = JSON.stringify({ exported_at: new Date(), ...family, files: paths }, null, 2)
    await writeFile(join(partial, 'family.json'), `${text}\n`, { mode: 0o600 })
    await rename(partial, targetFolder)
    return Object.values(paths).filter((path) => path !== null).length
  })
}

export const exportFamily = defineCommand({
  name: 'family export',
  summary: 'Entrega a un apoderado todos sus datos y los de sus estudiantes: family.json y sus archivos',
  args: { cuenta: ACCOUNT_ARGUMENT },
  options: {
    to: { value: 'carpeta', about: 'una que no exista; solo la podrá leer este usuario', isRequired: true },
  },
  example: 'family export apoderada@example.com --to /srv/entregas/solicitud-12',
  async run({ cuenta, to }, { terminal, connect, auditCommand }) {
    const { db, files } = await connect()
    const { id } = await findAccount(db, cuenta)
    const family = await db.transaction((transaction) => readFamily(transaction, id), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
    if (!family) throw new Refusal('La cuenta se borró en este momento.')
    const folder = typedPath(to)
    const studentIds = family.students.flatMap((student) => student.id ?? [])
    // The audit row is written before the folder: if the row cannot be written, nothing is exported (R30).
    await auditCommand(db, { parent_id: id, detail: { students: studentIds } })
    const count = await writeFamily(files, family, folder)
    terminal.print(`Quedó en ${folder}. Estudiantes: ${family.students.length}. Archivos: ${count}.`)
    const closed = family.students_without_access
    if (closed > 0) terminal.print(`Estudiantes que no incluye, por estar cerrado su acceso: ${closed}.`)
    terminal.print('Entréguelo solo a esa persona y borre la carpeta después.')
  },
})
