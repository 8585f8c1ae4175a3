import { rm } from 'node:fs/promises'
import { requirePublicUrl, writeInvitationLetters } from '../../letters/letters.ts'
import { typedPath } from '../../terminal/typedPath.ts'
import { defineCommand } from '../command.ts'
import { nextStepMessage } from './invitations.ts'

export const printInvitations = defineCommand({
  name: 'invitation letters',
  summary: 'Imprime otra vez las cartas de todas las invitaciones que rigen, con las mismas contraseñas',
  args: { archivo: { about: 'archivo PDF nuevo, con una página por apoderado' } },
  example: 'invitation letters cartas.pdf',
  async run({ archivo }, { terminal, connect, auditCommand }) {
    const path = typedPath(archivo)
    const connection = await connect()
    requirePublicUrl(connection.publicUrl)
    const count = await writeInvitationLetters(connection.db, connection, 'all live', path)
    await auditCommand(connection.db, { detail: { letters: count } })
    if (count > 0) return terminal.print(nextStepMessage(count, path))
    await rm(path)
    terminal.print('No rige ninguna invitación: no hay cartas.')
  },
})
