import { basename } from 'node:path'
import { connectAlone } from '@apoderados/core/db/client/connectAlone'
import { applySettings } from '@apoderados/core/db/client/connectionSettings'
import { locks } from '@apoderados/core/db/client/locks'
import type pg from 'pg'
import { readRecords } from './formats/read.ts'
import { sheetsPossiblyIn } from './formats/recognise.ts'
import { type AttachedFiles, matchAttachments } from './matchAttachments.ts'
import type { Report } from './problems.ts'
import { createScan } from './scanner.ts'
import { hasSchool, type Scope, type SheetName, sheetNames } from './sheetRecords.ts'
import { type Correction, withCorrections } from './sheets/corrections.ts'
import { openSources, type Sources } from './sheets/open.ts'
import type { Attachment, Sheet } from './sheets/sheet.ts'
import { shownName } from './sheets/unreadableFile.ts'
import { PREPARE_STEPS, prepareStaged } from './staging/prepare.ts'
import { createStagedSheets, type StagedSheets } from './staging/staged.ts'

/** PostgreSQL settings for a few statements over millions of rows. */
const IMPORT_SETTINGS = {
  TimeZone: 'UTC',
  work_mem: '64MB',
  temp_buffers: '64MB',
  maintenance_work_mem: '128MB',
  jit: 'off',
}

/** Opens the one connection of an import: its staging tables are temporary tables of that connection. */
export async function connectForImport(url: string): Promise<pg.Client> {
  const client = await connectAlone(url)
  await applySettings(client, IMPORT_SETTINGS)
  return client
}

/**
 * Tries to take the import lock for as long as the connection lives: shared for a check, and exclusively for an import
 * that writes, which would overwrite the changes of a concurrent command. Returns false if another process has it.
 */
export async function tryImportLock(client: pg.ClientBase, isExclusive: boolean): Promise<boolean> {
  const lockFunction = isExclusive ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query(`select ${lockFunction}($1) as is_ours`, [locks.import])
  return rows[0].is_ours
}

/** The files of an import, and how they are read. */
export type Delivery = Scope & {
  paths: string[]
  /** Sheets that are declared complete. */
  complete: ReadonlySet<SheetName>
  scanCommand: string | undefined
  /** Cells that replace those of the files. */
  corrections?: readonly Correction[]
  /** The RBD of the only school whose rows may be delivered; undefined for any. */
  onlySchool?: string
}

/** Called at the beginning of a step; the returned function reports how many of its `total` parts are done. */
export type OnStep = (step: 'read' | 'check', total: number) => (done?: number) => void

/** A delivery whose rows are staged and checked. Call `close` at the end. */
export type StagedDelivery = {
  staged: StagedSheets
  sheets: Sheet[]
  attachments: readonly Attachment[]
  /** What each sheet was recognised as, by its name. */
  recognised: ReadonlyMap<string, string>
  attached: AttachedFiles
  hasProblems: boolean
  close(): Promise<void>
}

/** Reads the files into staging tables of the connection, and checks them. Nothing else is written. */
export async function stageDelivery(
  client: pg.Client,
  delivery: Delivery,
  onStep: OnStep,
): Promise<StagedDelivery> {
  const { paths, corrections = [], scanCommand, onlySchool } = delivery
  const staged = await createStagedSheets(client)
  const sources = await openSources(paths, reportUnopenedAsLeftOut(staged.report))
  const { attachments, close } = sources
  try {
    const sheets = withCorrections(sources.sheets, corrections)
    const recognised = await stageSheets({ ...sources, sheets }, delivery, staged, onStep)
    await reportEmptyInput(client, delivery, staged)
    const onPart = onStep('check', PREPARE_STEPS + attachments.length)
    const scan = createScan(scanCommand)
    const attachFiles = () => matchAttachments(client, attachments, { report: staged.report, scan }, onPart)
    const attached = await prepareStaged(client, staged, delivery, attachFiles, onPart)
    if (onlySchool !== undefined) await reportRowsOfOthers(client, staged, onlySchool)
    await removeRepeatedProblems(client, staged)
    const hasProblems = await hasStagedProblems(client)
    return { staged, sheets, attachments, recognised, attached, hasProblems, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function hasStagedProblems(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query('select 1 from problems limit 1')
  return rows.length > 0
}

/** Removes what was reported once for each column of a matrix, such as a wrong RUN. */
async function removeRepeatedProblems(client: pg.ClientBase, { files }: StagedSheets): Promise<void> {
  if (new Set(files).size === files.length) return
  for (const table of ['problems', 'warnings'])
    await client.query(
      `delete from ${table} using (
        select ctid as place, row_number() over (
          partition by ($1::text[])[file + 1], line, "column", message order by file) as nth from ${table}
      ) counted where ${table}.ctid = place and nth > 1`,
      [files],
    )
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
  { rbd, year }: Scope,
  staged: StagedSheets,
  onStep: OnStep,
): Promise<Map<string, string>> {
  const recognised = new Map<string, string>()
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.bytes, 0)
  const onBytes = onStep('read', bytes)
  const onRecognised = (file: string, what: string) => void recognised.set(file, what)
  for await (const batch of readRecords(sheets, { rbd, year }, staged.report, onBytes, onRecognised))
    await staged.add(batch)
  await staged.finish()
  return recognised
}

/** Reports a problem if no sheet has rows, for example in an empty folder, and no other problem was found. */
async function reportEmptyInput(
  client: pg.ClientBase,
  { paths }: Delivery,
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

/** Reports the first row of each sheet that belongs to another school than `rbd`, the only one of the delivery. */
async function reportRowsOfOthers(client: pg.ClientBase, staged: StagedSheets, rbd: string): Promise<void> {
  for (const sheet of sheetNames.filter(hasSchool)) {
    const { rows } = await client.query<{ file: number; line: number; other: string }>(
      `select file, line, rbd as other from ${sheet} where rbd <> $1 order by file, line limit 1`,
      [rbd],
    )
    for (const { file, line, other } of rows)
      staged.report.problem({
        file: staged.files[file] as string,
        line,
        column: staged.headerOf(sheet, file, 'rbd'),
        message: `es del establecimiento ${other}: aquí se cargan solo los datos del suyo`,
        expected: rbd,
      })
  }
  await staged.flush()
}
