import type pg from 'pg'
import { hasSchool, type SheetName, sheetNames } from '../../sheetRecords.ts'
import { leftOutCondition, recordRejectedRows } from '../leftOut.ts'
import type { StagedSheets } from '../staged.ts'
import { closureChecks } from './checkClosures.ts'
import { electiveChecks } from './checkElectives.ts'
import { peopleChecks } from './checkPeople.ts'
import { recordChecks } from './checkRecords.ts'
import { schoolChecks } from './checkSchools.ts'
import { type FoundRow, type StagingCheck, unknownSchoolCheck } from './stagingCheck.ts'

const ROWS_PER_FETCH = 1_000

/** Yields the rows that a query selects, in batches, within a transaction. */
export async function* fetchRows<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  sql: string,
): AsyncIterable<Row[]> {
  const fetch = `fetch ${ROWS_PER_FETCH} from checked_rows`
  try {
    // The three statements are sent in one round trip, because an import runs about a hundred checks, and most of them
    // find nothing.
    const results: unknown = await client.query(
      `begin; declare checked_rows no scroll cursor for ${sql}; ${fetch}`,
    )
    let { rows } = (results as pg.QueryResult<Row>[])[2] as pg.QueryResult<Row>
    yield rows
    while (rows.length === ROWS_PER_FETCH) {
      rows = (await client.query<Row>(fetch)).rows
      yield rows
    }
  } finally {
    await client.query('commit')
  }
}

async function runSheetCheck(
  client: pg.ClientBase,
  staged: StagedSheets,
  sheet: SheetName,
  check: StagingCheck,
): Promise<void> {
  const { refersTo, isReportedOnce } = check
  const reportProblem = check.isWarning ? staged.report.warning : staged.report.problem
  const sql = refersTo
    ? `select found.*, ${leftOutCondition(refersTo, 'found.named')} as is_consequence from (${check.sql}) found`
    : check.sql
  for await (const rows of fetchRows<FoundRow>(client, sql)) {
    for (const found of rows) {
      if (found.is_consequence) {
        if (!check.isWarning) staged.recordConsequence(found.file, found.line)
        continue
      }
      if (refersTo && isReportedOnce) staged.report.leftOut(refersTo, String(found.named))
      reportProblem({
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

const checkGroups = [schoolChecks, closureChecks, peopleChecks, recordChecks, electiveChecks]

const checksOf = (sheet: SheetName): StagingCheck[] => [
  ...(hasSchool(sheet) && sheet !== 'establecimientos' ? [unknownSchoolCheck(sheet)] : []),
  ...checkGroups.flatMap((checks) => checks[sheet] ?? []),
]

/**
 * Runs the checks of the sheets that have rows, and reports to `staged.report`. A sheet is checked after the sheets to
 * which it refers. `complete` contains the sheets that the operator has declared complete.
 */
export async function runChecks(
  client: pg.ClientBase,
  staged: StagedSheets,
  complete: ReadonlySet<SheetName>,
): Promise<void> {
  for (const sheet of sheetNames.filter((name) => staged.rows[name] > 0)) {
    for (const check of checksOf(sheet)) {
      if (!check.whenComplete || complete.has(check.whenComplete))
        await runSheetCheck(client, staged, sheet, check)
    }
    await recordRejectedRows(client, sheet)
  }
}
