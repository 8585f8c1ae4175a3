import { counted } from '@apoderados/importer/counted'
import { emailChangesOption } from '@apoderados/importer/emailChanges'
import { describeExcessiveRemovals } from '@apoderados/importer/removalLimit'
import type { WriteResult } from '@apoderados/importer/writeSchool'
import type { Connection } from '../connection.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { printLetters } from './letters.ts'
import type { ImportOptions } from './options.ts'
import { printEmailChanges } from './report.ts'

/** Changes that an import refuses to write unless an option allows them. */
type BlockedChanges = { emailChanges: number; excessiveRemovals: string[] }

function printDryRun(terminal: Terminal, { emailChanges, excessiveRemovals }: BlockedChanges): void {
  if (excessiveRemovals.length > 0) terminal.print(describeExcessiveRemovals(excessiveRemovals))
  const requiredOptions = [
    ...(excessiveRemovals.length > 0 ? ['--allow-endings, si la lista está completa,'] : []),
    ...(emailChanges > 0
      ? [`${emailChangesOption(emailChanges)}, si todos los correos que cambian están bien,`]
      : []),
  ]
  terminal.print(`No se guardó nada: repita con ${['--apply', ...requiredOptions].join(' ')} para guardarlo.`)
}

export async function printResult(
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
  { invited, emailsChanged, ...blocked }: WriteResult & BlockedChanges,
): Promise<void> {
  terminal.print()
  if (!options.isApplied) return printDryRun(terminal, blocked)
  terminal.print('Guardado.')
  printEmailChanges(terminal, emailsChanged)
  await printInvited(connection, options, terminal, invited)
}

export async function printInvited(
  connection: Connection,
  { letters }: ImportOptions,
  terminal: Terminal,
  invited: number[],
): Promise<void> {
  if (invited.length === 0) return
  const people = counted(invited.length, 'apoderado que aún no entra', 'apoderados que aún no entran')
  if (connection.publicUrl === undefined) {
    terminal.print(
      `${people}: no salió ningún correo, porque falta PUBLIC_URL, la dirección en que abren la aplicación. Póngala y siga con:`,
    )
    terminal.print('  npm run admin -- invitation send --all --mail')
    return
  }
  if (letters === undefined) {
    terminal.print(`${people}: sus claves salen por correo mientras la aplicación está en marcha.`)
    return
  }
  await printLetters(connection, letters, invited)
  terminal.print(`${people}: sus cartas están en ${letters}. Destrúyalo después de entregarlas.`)
}
