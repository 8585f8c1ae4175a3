import { basename } from 'node:path'
import { connectAlone } from '@apoderados/core/db/client/connectAlone'
import { applySettings } from '@apoderados/core/db/client/connectionSettings'
import { locks } from '@apoderados/core/db/client/locks'
import { countEmailChanges, refusalOfEmailChanges } from '@apoderados/importer/emailChanges'
import { explain, Refusal } from '@apoderados/importer/explain'
import { readRecords } from '@apoderados/importer/formats/read'
import { sheetsPossiblyIn } from '@apoderados/importer/formats/recognise'
import { matchAttachments } from '@apoderados/importer/matchAttachments'
import { createChanges } from '@apoderados/importer/merges/mergeChanges'
import { merges } from '@apoderados/importer/merges/merges'
import type { Report } from '@apoderados/importer/problems'
import { findExcessiveRemovals, refuseExcessiveRemovals } from '@apoderados/importer/removalLimit'
import { createScan } from '@apoderados/importer/scanner'
import { openSources, type Sources } from '@apoderados/importer/sheets/open'
import { shownName } from '@apoderados/importer/sheets/unreadableFile'
import { PREPARE_STEPS, prepareStaged } from '@apoderados/importer/staging/prepare'
import { createStagedSheets, type StagedSheets } from '@apoderados/importer/staging/staged'
import { compareAll } from '@apoderados/importer/writeSchool'
import type pg from 'pg'
import type { Connection } from '../connection.ts'
import { operatorUid } from '../terminal/operatorUid.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createProgress, type Progress } from './importProgress.ts'
import { printInvited, printResult } from './importResult.ts'
import { checkLettersPath } from './letters.ts'
import type { ImportOptions } from './options.ts'
import { hasStagedProblems, reportProblems } from './problemList.ts'
import { printChanges, printCounts, printEmailChanges, printSchools } from './report.ts'
import { type SchoolsResult, writeSchools } from './writeSchools.ts'

/** PostgreSQL settings for a few statements over millions of rows. */
const IMPORT_SETTINGS = {
  TimeZone: 'UTC',
  work_mem: '64MB',
  temp_buffers: '64MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
}

/**
 * Reads the files, reports problems and changes, and writes the changes if `isApplied` and there are no problems.
 * Returns false if there are problems. @throws {Refusal}
 */
export async function runImport(
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (options.letters !== undefined) await checkLettersPath(options.letters)
  // One connection is used throughout, because the staging tables are temporary tables of that connection.
  const client = await connectAlone(connection.url)
  try {
    await applySettings(client, IMPORT_SETTINGS)
    await takeImportLock(client, options)
    await refuseBesideDemo(client)
    return await importWithClient(client, connection, options, terminal)
  } finally {
    await client.end()
  }
}

/**
 * Takes the import lock: shared in a dry run, and exclusively for an import that writes, which would overwrite the
 * changes of a concurrent command (admin/transaction.ts). @throws {Refusal} if another process has the lock
 */
async function takeImportLock(client: pg.Client, { isApplied }: ImportOptions): Promise<void> {
  const lockFunction = isApplied ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query(`select ${lockFunction}($1) as is_ours`, [locks.import])
  if (rows[0].is_ours) return
  throw new Refusal('Otra importación está en curso, o un comando que cambia datos. Espere a que termine.')
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
  const staged = await createStagedSheets(client)
  const sources = await openSources(options.paths, reportUnopenedAsLeftOut(staged.report))
  const progress = createProgress(['read', 'check', options.isApplied ? 'write' : 'compare'])
  try {
    await stageSheets(sources, options, staged, progress)
    await reportEmptyInput(client, options, staged)
    const onStep = progress.begin('check', PREPARE_STEPS + sources.attachments.length)
    const scan = createScan(connection.scanCommand)
    const attachFiles = () =>
      matchAttachments(client, sources.attachments, { report: staged.report, scan }, onStep)
    const attached = await prepareStaged(client, staged, options, attachFiles, onStep)
    const hasProblems = await hasStagedProblems(client)
    const { dataDir } = connection
    const report = () => reportProblems(client, staged.files, terminal, { path: options.errors, dataDir })
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
      ...(!hasProblems && { changes }),
    }
    const store = { ...connection, attached, uid: operatorUid(process.env) }
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
    await report()
    if (!hasProblems)
      await printResult(connection, options, terminal, { ...done, emailChanges, excessiveRemovals })
    return !hasProblems
  } finally {
    progress.stop()
    await sources.close()
  }
}

/** Marks the sheets of an unopened file as left out, so that references to their rows are no further problems. */
const reportUnopenedAsLeftOut = (report: Report): Report => ({
  ...report,
  problem(problem) {
    report.problem(problem)
    for (const sheet of sheetsPossiblyIn(problem.file)) report.leftOut(sheet, null)
  },
})

/** Reads and stages all sheets. A file that cannot be read to its end is one problem; the others are still read. */
async function stageSheets(
  { sheets }: Sources,
  { rbd, year }: ImportOptions,
  staged: StagedSheets,
  progress: Progress,
): Promise<void> {
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.bytes, 0)
  const onBytes = progress.begin('read', bytes)
  for await (const batch of readRecords(sheets, { rbd, year }, staged.report, onBytes))
    await staged.add(batch)
  await staged.finish()
}

/** Reports a problem if no sheet has rows, for example in an empty folder, and no other problem was found. */
async function reportEmptyInput(
  client: pg.Client,
  { paths }: ImportOptions,
  staged: StagedSheets,
): Promise<void> {
  const hasRows = Object.values(staged.rows).some((count) => count > 0)
  if (hasRows || (await hasStagedProblems(client))) return
  staged.report.problem({
    file: paths.map((path) => shownName(basename(path))).join(', '),
    message: 'no trae ninguna planilla con filas: no hay nada que importar',
    expected: 'una carpeta, un zip o un libro con las planillas',
  })
}
