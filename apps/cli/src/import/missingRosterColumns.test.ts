// @module-tag long
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RosterFileName, rosterFileColumns } from '@apoderados/importer/formats/oneroster/rosterFiles'
import { importedRows, importedValues } from '@apoderados/importer/testing/importedRows'
import { rosterSet } from '@apoderados/importer/testing/rosterSet'
import { describe, expect, it } from 'vitest'
import { setupImportCommand } from '../testing/setupImportCommand.ts'
import { setupPreparedDatabase } from '../testing/setupPreparedDatabase.ts'

const { server, query, run, folder } = setupImportCommand()

/**
 * The OneRoster test set without its rows of status `tobedeleted`; the edits below fill every column that may be
 * missing.
 */
const filledRoster: Record<string, string> = {
  ...rosterSet,
  ...Object.fromEntries(
    Object.entries(rosterSet).map(([name, text]) => [
      name,
      text
        .split('\n')
        .filter((line) => !line.includes('tobedeleted'))
        .map((line) => line.trim())
        .join('\n'),
    ]),
  ),
}
const editRoster = (name: string, from: string, to: string) => {
  if (!filledRoster[name]?.includes(from)) throw new Error(`${name}.csv holds no ${from}`)
  filledRoster[name] = filledRoster[name].replace(from, to)
}
editRoster('users', '912345678,,k1', '912345678,223456780,k1')
editRoster('enrollments', 'e2,,,h5b,o1,k2,student,,2026-03-04,', 'e2,,,h5b,o1,k2,student,,2026-03-10,')
editRoster('enrollments', 'e4,', 'e3,,,h5a,o1,k3,student,,2026-03-04,2026-06-30\ne4,')
editRoster('enrollments', 'e5,', 'e9,,,mat,o1,t2,teacher,false,,\ne5,')
editRoster('users', 'p1,', 't2,,,true,o1,teacher,x,,Rosa,Vidal,,43001123-5,r@example.com,,,,,\np1,')
editRoster('users', 'administrator,dir,,Ana,Rojas,,43001123-5', 'administrator,dir,,Ana,Rojas,,43001124-3')
editRoster('results', 'score,scoreDate', 'score,textScore,scoreDate')
editRoster('results', '5.4,', '5.4,,')
editRoster('results', 'li2,k1,exempt,1.0,', 'li2,k1,fully graded,,MB,')
editRoster('results', 'li2,k2,not submitted,,', 'li2,k2,not submitted,,,')

/**
 * Columns that define the identity, the type or the references of a row: without them the import reads other rows, or
 * none.
 */
const STRUCTURE_COLUMNS = [
  'status',
  'dateLastModified',
  'parentSourcedId',
  'schoolYear',
  'termSourcedIds',
  'agentSourcedIds',
  'enabledUser',
  'orgSourcedIds',
  'orgSourcedId',
  'primaryOrgSourcedId',
  'role',
  'identifier',
  'email',
  'gradingPeriodSourcedId',
  'academicSessionSourcedId',
  'resultValueMax',
  'primary',
]

type OptionalColumn = { name: RosterFileName; column: string }
const optionalColumns: OptionalColumn[] = Object.entries(rosterFileColumns).flatMap(([name, { optional }]) =>
  optional
    .filter((column) => filledRoster[name]?.split('\n')[0]?.split(',').includes(column))
    .map((column) => ({ name: name as RosterFileName, column })),
)

const isStructureColumn = ({ column }: OptionalColumn) => STRUCTURE_COLUMNS.includes(column)

function csvOf(file: string, changes: OptionalColumn[], how: 'missing' | 'empty'): string {
  const [headers = [], ...rows] = (filledRoster[file] ?? '').split('\n').map((line) => line.split(','))
  const isChanged = headers.map((header) => changes.some((it) => it.name === file && it.column === header))
  const lines =
    how === 'empty' ? rows.map((cells) => cells.map((cell, index) => (isChanged[index] ? '' : cell))) : rows
  const unchangedCells = (cells: string[]) => cells.filter((_, index) => how === 'empty' || !isChanged[index])
  return [headers, ...lines].map((cells) => unchangedCells(cells).join(',')).join('\n')
}

async function writeRoster(
  changes: OptionalColumn[] = [],
  how: 'missing' | 'empty' = 'empty',
): Promise<string> {
  const path = join(folder(), 'roster')
  await mkdir(path, { recursive: true })
  for (const file of Object.keys(filledRoster))
    await writeFile(join(path, `${file}.csv`), csvOf(file, changes, how))
  return path
}

/** Imports the roster with these changes, and returns the output if the import is refused, otherwise ''. */
async function importRoster(
  changes: OptionalColumn[] = [],
  how: 'missing' | 'empty' = 'empty',
): Promise<string> {
  const { isDone, output } = await run(await writeRoster(changes, how), '--apply', '--allow-endings')
  return isDone ? '' : output
}

/** Reads the imported values except the subjects' scale, which the import derives from the results. */
async function readValues() {
  const { course_subjects = [], ...tables } = await importedValues(query)
  return { ...tables, course_subjects: course_subjects.map(({ scale_type, ...subject }) => subject) }
}

describe('an import of a OneRoster set', () => {
  setupPreparedDatabase(server, async () => expect(await importRoster()).toBe(''))

  const columns = optionalColumns.filter((column) => !isStructureColumn(column))

  it('changes nothing if all optional columns are missing', async () => {
    const before = await importedRows(query)
    expect(await importRoster(columns, 'missing')).toBe('')
    expect(await importedRows(query)).toEqual(before)
  })

  it('clears the fields of blank cells, and creates new rows with the same values', async () => {
    await query('truncate establishments, parents restart identity cascade')
    expect(await importRoster(columns, 'empty')).toBe('')
    const emptied = await readValues()
    await query('truncate establishments, parents restart identity cascade')
    expect(await importRoster(columns, 'missing')).toBe('')
    expect(await readValues()).toEqual(emptied)
    expect(await importRoster()).toBe('')
    expect(await readValues()).not.toEqual(emptied)
    expect(await importRoster(columns, 'empty')).toBe('')
    expect(await readValues()).toEqual(emptied)
  })

  it.each([
    ['demographics', (text: string) => text.split('\n').slice(0, 2).join('\n')],
    ['demographics', undefined],
    ['courses', undefined],
    ['enrollments', (text: string) => text.replaceAll(',teacher,', ',aide,')],
  ])('changes nothing if %s.csv lacks rows, or is missing', async (name, change) => {
    const before = await importedRows(query)
    const path = await writeRoster()
    const file = join(path, `${name}.csv`)
    if (change) await writeFile(file, change(filledRoster[name] ?? ''))
    else await rm(file)
    expect((await run(path, '--apply')).isDone).toBe(true)
    expect(await importedRows(query)).toEqual(before)
  })

  it('reports a missing column even if another replaces it', async () => {
    const path = await writeRoster([{ name: 'users', column: 'sms' }], 'missing')
    await run(path, '--apply', '--allow-endings')
    const { output } = await run(path)
    expect(output).toContain('falta la columna «sms»: «phone» vale solo para filas nuevas')
  })
})
