import type { TestServer } from '@apoderados/testing/testServer'
import pg from 'pg'
import type { AttachedFiles } from '../matchAttachments.ts'
import type { Problem } from '../problems.ts'
import { type Batch, type FieldOf, type Records, type SheetName, sheetNames } from '../sheetRecords.ts'
import { prepareStaged } from '../staging/prepare.ts'
import { createStagedSheets } from '../staging/staged.ts'
import { addCounts, compareAll, readSchools, type WriteResult, writeSchool } from '../writeSchool.ts'

/** A record, with the fields for which its sheet has no column. */
type TestRow<Name extends SheetName> = Records[Name] & { omitted?: FieldOf<Name>[] }
/** The rows of the sheets of a test. The first row of a sheet is on line 2, below the header. */
export type TestSet = { [Name in SheetName]?: TestRow<Name>[] }

/** With `isApplied` false, the rows are only compared; `complete` are the sheets that are declared complete. */
type TestImportOptions = { isApplied?: boolean; complete?: readonly SheetName[] }
type ImportOutcome = WriteResult & { problems: Problem[]; warnings: Problem[] }

/**
 * Stages, checks and writes records like an import that has read its files. If there are problems, it writes nothing
 * and counts nothing.
 */
export async function importRecords(
  server: TestServer,
  set: TestSet,
  { isApplied = true, complete = [] }: TestImportOptions = {},
): Promise<ImportOutcome> {
  const client = new pg.Client({ connectionString: server.url, options: '-c timezone=UTC' })
  await client.connect()
  try {
    const staged = await createStagedSheets(client)
    for (const sheet of sheetNames) {
      const rows = (set[sheet] ?? []).map(({ omitted = [], ...record }, index) => ({
        location: { file: `${sheet}.csv`, line: index + 2 },
        record,
        omitted,
      }))
      if (rows.length > 0) await staged.add({ sheet, rows } as unknown as Batch)
    }
    await staged.finish()
    const noFiles = async (): Promise<AttachedFiles> => {
      await client.query(`create temp table pictures (owner text, name text, hash text, path text);
        create temp table documents (named text, hash text, name text)`)
      return { photos: new Map(), documents: new Map() }
    }
    const selection = { rbd: null, year: null, complete: new Set(complete) }
    const attached = await prepareStaged(client, staged, selection, noFiles, () => {})
    const read = async (table: string) => {
      const { rows } = await client.query(`select file, line, "column", message, expected from ${table}
        order by file, line nulls first, "column"`)
      return rows.map(({ file, ...problem }) => ({ file: staged.files[file] as string, ...problem }))
    }
    const [problems, warnings] = [await read('problems'), await read('warnings')]
    const outcome: ImportOutcome = { problems, warnings, counts: {}, invited: [], emailsChanged: 0 }
    if (problems.length > 0) return outcome
    const options = { complete: selection.complete, rows: staged.rows, byMail: true }
    if (!isApplied) return { ...outcome, ...(await compareAll(client, options, () => {})) }
    const store = { ...server.services, attached, actor: { uid: 0 } }
    for (const school of await readSchools(client)) {
      const done = await writeSchool(client, school, store, options, () => {})
      addCounts(outcome.counts, done.counts)
      outcome.invited.push(...done.invited)
      outcome.emailsChanged += done.emailsChanged
    }
    return outcome
  } finally {
    await client.end()
  }
}
