import { connectForImport, stageDelivery, tryImportLock } from '@apoderados/importer/delivery'
import { countEmailChanges, refusalOfEmailChanges } from '@apoderados/importer/emailChanges'
import { explain, Refusal } from '@apoderados/importer/explain'
import { createChanges, type EndedRow } from '@apoderados/importer/merges/mergeChanges'
import { merges } from '@apoderados/importer/merges/merges'
import { findExcessiveRemovals, refuseExcessiveRemovals } from '@apoderados/importer/removalLimit'
import { compareAll } from '@apoderados/importer/writeSchool'
import type pg from 'pg'
import type { Connection } from '../connection.ts'
import { requirePublicUrl } from '../letters/letters.ts'
import { operatorUid } from '../terminal/operatorUid.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createProgress } from './importProgress.ts'
import { printInvited, printResult } from './importResult.ts'
import { checkLettersPath } from './letters.ts'
import type { ImportOptions } from './options.ts'
import { reportProblems } from './problemList.ts'
import { printChanges, printCounts, printEmailChanges, printEnded, printSchools } from './report.ts'
import { type SchoolsResult, writeSchools } from './writeSchools.ts'

/**
 * Reads the files, reports problems and changes, and writes the changes if `isApplied` and there are no problems.
 * Returns false if there are problems. @throws {Refusal}
 */
export async function runImport(
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (options.letters !== undefined) {
    requirePublicUrl(connection.publicUrl)
    await checkLettersPath(options.letters)
  }
  const client = await connectForImport(connection.url)
  try {
    if (!(await tryImportLock(client, options.isApplied)))
      throw new Refusal(
        'Otra importación está en curso, o un comando que cambia datos. Espere a que termine.',
      )
    await refuseBesideDemo(client)
    return await importWithClient(client, connection, options, terminal)
  } finally {
    await client.end()
  }
}

/** Refuses to import into a database with the demo school, because the password of the demo accounts is public. */
async function refuseBesideDemo(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from demo_school where not is_off')
  if (rows.length > 0) {
    throw new Refusal(
      'La base contiene el colegio de demostración, cuyas claves son públicas. Quítelo primero: npm run admin -- demo off',
    )
  }
}

async function importWithClient(
  client: pg.Client,
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
): Promise<boolean> {
  const progress = createProgress(['read', 'check', options.isApplied ? 'write' : 'compare'])
  const { scanCommand } = connection
  const delivered = await stageDelivery(client, { ...options, scanCommand }, progress.begin).catch(
    (error) => {
      progress.stop()
      throw error
    },
  )
  const { staged, sheets, attached, hasProblems } = delivered
  try {
    const { dataDir } = connection
    const report = (ended?: readonly EndedRow[]) =>
      reportProblems(client, staged.files, terminal, { path: options.errors, dataDir, ended })
    const emailChanges = await countEmailChanges(client)
    const excessiveRemovals =
      hasProblems || options.allowsManyRemovals ? [] : await findExcessiveRemovals(client)
    const refusal = refusalOfEmailChanges(emailChanges, options) ?? refuseExcessiveRemovals(excessiveRemovals)
    const writes = options.isApplied && !hasProblems
    if (writes && refusal) {
      progress.stop()
      await report()
      throw refusal
    }
    const changes = createChanges()
    const plan = {
      ...options,
      rows: staged.rows,
      byMail: options.letters === undefined,
      files: sheets,
      invites: connection.publicUrl !== undefined,
      ...(!hasProblems && { reportExamples: changes }),
    }
    const store = { ...connection, attached, actor: { uid: operatorUid(process.env) } }
    const done: SchoolsResult = writes
      ? await writeSchools(client, store, plan, progress)
      : await compareAll(client, plan, progress.begin('compare', merges.length))
    progress.stop()
    if (done.failure) {
      printEmailChanges(terminal, done.emailsChanged)
      await printInvited(connection, options, terminal, done.invited).catch((error) =>
        terminal.warn(explain(error)),
      )
      throw done.failure
    }
    printCounts(terminal, done.counts)
    await printSchools(client, terminal)
    printChanges(terminal, changes.all(), staged.files)
    printEnded(terminal, changes.ended())
    await report(changes.ended())
    if (!hasProblems)
      await printResult(connection, options, terminal, { ...done, emailChanges, excessiveRemovals })
    return !hasProblems
  } finally {
    progress.stop()
    await delivered.close()
  }
}
