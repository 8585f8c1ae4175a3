import { basename } from 'node:path'
import { locks } from '@apoderados/database/client/locks'
import { attach } from '@apoderados/importer/attached'
import { counted } from '@apoderados/importer/counted'
import { countEmailChanges, emailOption, refusalOfEmailChanges } from '@apoderados/importer/emailChanges'
import { explain, Refusal } from '@apoderados/importer/explain'
import { readRecords } from '@apoderados/importer/formats/read'
import { sheetsPossiblyIn } from '@apoderados/importer/formats/recognise'
import { merges } from '@apoderados/importer/merges/all'
import { createChanges } from '@apoderados/importer/merges/mergeChanges'
import type { Report } from '@apoderados/importer/problems'
import {
  describeExcessiveRemovals,
  findExcessiveRemovals,
  refuseExcessiveRemovals,
} from '@apoderados/importer/removalLimit'
import { createScan } from '@apoderados/importer/scanner'
import { openSources, type Sources } from '@apoderados/importer/sheets/open'
import { shownName } from '@apoderados/importer/sheets/unreadableFile'
import { PREPARE_STEPS, prepareStaged } from '@apoderados/importer/staging/prepare'
import { createStaged, type Staged } from '@apoderados/importer/staging/staged'
import {
  addCounts,
  compareAll,
  type Done,
  type Plan,
  readSchools,
  type Store,
  writeSchool,
} from '@apoderados/importer/writeSchool'
import pg from 'pg'
import type { Connection } from '../connection.ts'
import { operatorUid } from '../terminal/operatorUid.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createProgress, type Progress } from './importProgress.ts'
import { printLetters, refuseUnfitPlace } from './letters.ts'
import type { ImportOptions } from './options.ts'
import { anyProblem, reportProblems } from './problemList.ts'
import { printChanges, printCounts, printMoved, printSchools } from './report.ts'

/** For few statements over millions of rows. */
const SETTINGS =
  '-c timezone=UTC -c work_mem=64MB -c temp_buffers=64MB -c maintenance_work_mem=128MB -c jit=off'

/**
 * Reads the files, tells what is wrong or what would change, and with `isApplied` writes it. False when there were
 * problems. @throws {Refusal}
 */
export async function runImport(
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (options.letters !== undefined) await refuseUnfitPlace(options.letters)
  // One connection from beginning to end: the staged rows are its own, and go with it.
  const client = new pg.Client({ connectionString: connection.url, options: SETTINGS })
  client.on('error', () => {}) // the statement under way tells it
  await client.connect()
  try {
    await lock(client, options)
    await refuseBesideDemo(client)
    return await importWith(client, connection, options, terminal)
  } finally {
    await client.end()
  }
}

/** Alone where it writes: what a command changed meanwhile (admin/transaction.ts) it would set back. */
async function lock(client: pg.Client, { isApplied }: ImportOptions): Promise<void> {
  const take = isApplied ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  const { rows } = await client.query(`select ${take}($1) as is_ours`, [locks.import])
  if (rows[0].is_ours) return
  throw new Refusal('Otra importación está en curso, o un comando que cambia datos. Espere a que termine.')
}

/** Everybody knows the demo accounts' password. */
async function refuseBesideDemo(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from demo_school where not is_off')
  if (rows.length > 0) {
    throw new Refusal(
      'La base contiene el colegio de demostración, cuyas claves son públicas. Quítelo primero: npm run admin -- demo off',
    )
  }
}

async function importWith(
  client: pg.Client,
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
): Promise<boolean> {
  const staged = await createStaged(client)
  const sources = await openSources(options.paths, leavingOutUnopened(staged.report))
  const progress = createProgress(['read', 'check', options.isApplied ? 'write' : 'compare'])
  try {
    await readAll(sources, options, staged, progress)
    await refuseEmpty(client, options, staged)
    const onStep = progress.begin('check', PREPARE_STEPS + sources.attachments.length)
    const scan = createScan(connection.scanCommand)
    const look = () => attach(client, sources.attachments, { report: staged.report, scan }, onStep)
    const attached = await prepareStaged(client, staged, options, look, onStep)
    const hasProblems = await anyProblem(client)
    const { dataDir } = connection
    const report = () => reportProblems(client, staged.files, terminal, { path: options.errors, dataDir })
    const emailChanges = await countEmailChanges(client)
    const endings = hasProblems || options.allowsManyRemovals ? [] : await findExcessiveRemovals(client)
    const refusal = refusalOfEmailChanges(emailChanges, options) ?? refuseExcessiveRemovals(endings)
    if (options.isApplied && !hasProblems && refusal) {
      progress.stop()
      await report()
      throw refusal
    }
    const changes = createChanges()
    const plan = {
      ...{ ...options, rows: staged.rows, byMail: options.letters === undefined },
      ...(!hasProblems && { changes }),
    }
    const done: Written =
      options.isApplied && !hasProblems
        ? await writeAll(client, { ...connection, attached, uid: operatorUid(process.env) }, plan, progress)
        : await compareAll(client, plan, progress.begin('compare', merges.length))
    progress.stop()
    if (done.failure) {
      printMoved(terminal, done.moved)
      await printInvited(connection, options, terminal, done.invited).catch((error) =>
        terminal.warn(explain(error)),
      )
      throw done.failure
    }
    printCounts(terminal, done.counts)
    await printSchools(client, terminal)
    printChanges(terminal, changes.all(), staged.files)
    await report()
    if (!hasProblems) await printResult(connection, options, terminal, { ...done, emailChanges, endings })
    return !hasProblems
  } finally {
    progress.stop()
    await sources.close()
  }
}

/** What names a row of a file that could not be opened is no further problem. */
const leavingOutUnopened = (report: Report): Report => ({
  ...report,
  problem(problem) {
    report.problem(problem)
    for (const sheet of sheetsPossiblyIn(problem.file)) report.leftOut(sheet, null)
  },
})

/** A file that cannot be read on is one problem, and the others are read nevertheless. */
async function readAll(
  { sheets }: Sources,
  { rbd, year }: ImportOptions,
  staged: Staged,
  progress: Progress,
): Promise<void> {
  const bytes = sheets.reduce((sum, sheet) => sum + sheet.bytes, 0)
  const onBytes = progress.begin('read', bytes)
  for await (const batch of readRecords(sheets, { rbd, year }, staged.report, onBytes))
    await staged.add(batch)
  await staged.finish()
}

/** As of an empty folder, or of sheets that hold their headers alone. */
async function refuseEmpty(client: pg.Client, { paths }: ImportOptions, staged: Staged): Promise<void> {
  const hasRows = Object.values(staged.rows).some((count) => count > 0)
  if (hasRows || (await anyProblem(client))) return
  staged.report.problem({
    file: paths.map((path) => shownName(basename(path))).join(', '),
    message: 'no trae ninguna planilla con filas: no hay nada que importar',
    expected: 'una carpeta, un zip o un libro con las planillas',
  })
}

/** `failure`: of a school after the first; those before it are written, with passwords that want their letters. */
type Written = Done & { failure?: Error }

/** School by school; one that fails leaves those before it written, and the next import goes on from there. */
async function writeAll(client: pg.Client, store: Store, plan: Plan, progress: Progress): Promise<Written> {
  const schools = await readSchools(client)
  const onStep = progress.begin('write', merges.length * schools.length)
  const done: Done = { counts: {}, invited: [], moved: 0 }
  for (const [index, school] of schools.entries()) {
    try {
      const written = await writeSchool(client, school, store, plan, onStep)
      addCounts(done.counts, written.counts)
      done.invited.push(...written.invited)
      done.moved += written.moved
    } catch (error) {
      if (index === 0) throw error
      return { ...done, failure: new Refusal(halfDone(index, schools.length, error), { cause: error }) }
    }
  }
  return done
}

const halfDone = (saved: number, all: number, error: unknown) =>
  `Al guardar el establecimiento ${saved + 1} de ${all}: ${explain(error)}
Establecimientos guardados: ${saved} de ${all}; los demás quedaron como estaban. Repita la importación para seguir.`

/** What an import refuses to write unless an option says that it is meant. */
type Wanting = { emailChanges: number; endings: string[] }

function printDryRun(terminal: Terminal, { emailChanges, endings }: Wanting): void {
  if (endings.length > 0) terminal.print(describeExcessiveRemovals(endings))
  const meant = [
    ...(endings.length > 0 ? ['--allow-endings, si la lista está completa,'] : []),
    ...(emailChanges > 0
      ? [`${emailOption(emailChanges)}, si todos los correos que cambian están bien,`]
      : []),
  ]
  terminal.print(`No se guardó nada: repita con ${['--apply', ...meant].join(' ')} para guardarlo.`)
}

async function printResult(
  connection: Connection,
  options: ImportOptions,
  terminal: Terminal,
  { invited, moved, ...wanting }: Done & Wanting,
): Promise<void> {
  terminal.print()
  if (!options.isApplied) return printDryRun(terminal, wanting)
  terminal.print('Guardado.')
  printMoved(terminal, moved)
  await printInvited(connection, options, terminal, invited)
}

async function printInvited(
  connection: Connection,
  { letters }: ImportOptions,
  terminal: Terminal,
  invited: number[],
): Promise<void> {
  if (invited.length === 0) return
  const people = counted(invited.length, 'apoderado que aún no entra', 'apoderados que aún no entran')
  if (letters === undefined) {
    terminal.print(`${people}: sus claves salen por correo mientras la aplicación está en marcha.`)
    return
  }
  await printLetters(connection, letters, invited)
  terminal.print(`${people}: sus cartas están en ${letters}. Destrúyalo después de entregarlas.`)
}
