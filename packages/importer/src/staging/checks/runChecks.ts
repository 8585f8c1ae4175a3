import type pg from 'pg'
import { type SheetName, sheetNames } from '../../sheetRecords.ts'
import { isLeftOut, leaveOutWrongRows } from '../leftOut.ts'
import type { Staged } from '../staged.ts'
import { electiveChecks } from './checkElectives.ts'
import { peopleChecks } from './checkPeople.ts'
import { recordChecks } from './checkRecords.ts'
import { schoolChecks } from './checkSchools.ts'
import type { Check, Found } from './stagingCheck.ts'

const ROWS_A_FETCH = 1_000

/** A large answer, some rows at a time, within a transaction. */
export async function* fetchRows<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  sql: string,
): AsyncIterable<Row[]> {
  await client.query('begin')
  try {
    await client.query(`declare answer no scroll cursor for ${sql}`)
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${ROWS_A_FETCH} from answer`)
      yield rows
      if (rows.length < ROWS_A_FETCH) break
    }
  } finally {
    await client.query('commit')
  }
}

async function runCheck(
  client: pg.ClientBase,
  staged: Staged,
  sheet: SheetName,
  check: Check,
): Promise<void> {
  const { namesA, isToldOnce } = check
  const tell = check.isWarning ? staged.report.warning : staged.report.problem
  const sql = namesA
    ? `select found.*, ${isLeftOut(namesA, 'found.named')} as is_consequence from (${check.sql}) found`
    : check.sql
  for await (const rows of fetchRows<Found>(client, sql)) {
    for (const found of rows) {
      if (found.is_consequence) {
        if (!check.isWarning) staged.noteConsequence(found.file, found.line)
        continue
      }
      if (namesA && isToldOnce) staged.report.leftOut(namesA, String(found.named))
      tell({
        file: staged.files[found.file] as string,
        line: found.line,
        ...(check.column && { column: staged.headerOf(sheet, found.file, check.column) }),
        message: check.message(found, staged.files),
        ...(check.expected && { expected: check.expected(found) }),
      })
    }
    await staged.flush()
  }
}

const groups = [schoolChecks, peopleChecks, recordChecks, electiveChecks]

/** What only all the rows together can tell, told to the report of `staged`: each sheet after those that it names. */
export async function runChecks(
  client: pg.ClientBase,
  staged: Staged,
  complete: ReadonlySet<SheetName>,
): Promise<void> {
  for (const sheet of sheetNames.filter((name) => staged.rows[name] > 0)) {
    for (const check of groups.flatMap((checks) => checks[sheet] ?? [])) {
      if (!check.whenComplete || complete.has(check.whenComplete))
        await runCheck(client, staged, sheet, check)
    }
    await leaveOutWrongRows(client, sheet)
  }
}
