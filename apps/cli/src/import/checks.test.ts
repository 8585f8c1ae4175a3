import { memoize } from '@apoderados/core/db/client/memoize'
import { sheetNames } from '@apoderados/importer/sheetRecords'
import { importRecords, type TestSet } from '@apoderados/importer/testing/importRecords'
import { type RefusedSet, UNUSED_RUN } from '@apoderados/importer/testing/refused/refusal'
import { refusedClosures } from '@apoderados/importer/testing/refused/refusedClosures'
import { refusedPeople } from '@apoderados/importer/testing/refused/refusedPeople'
import { refusedRecords } from '@apoderados/importer/testing/refused/refusedRecords'
import { refusedSchools } from '@apoderados/importer/testing/refused/refusedSchools'
import { refusedTimetables } from '@apoderados/importer/testing/refused/refusedTimetables'
import { grade, lesson, school, testSet } from '@apoderados/importer/testing/testSet'
import { setupServer } from '@apoderados/testing/testServer'
import { describe, expect, it } from 'vitest'

const server = setupServer()

/** Refusals whose faulty sheets are tested with one import of `set`, because each import takes a third of a second. */
type RefusalGroup = { set: TestSet; refusals: RefusedSet[] }

const faultySheets = (set: TestSet) => sheetNames.filter((sheet) => set[sheet] !== testSet[sheet])

function groupRefusals(refusals: RefusedSet[]): RefusalGroup[] {
  const groups: RefusalGroup[] = []
  for (const refusal of refusals) {
    const sheets = faultySheets(refusal[1])
    const isFree = ({ set }: RefusalGroup) => sheets.every((sheet) => set[sheet] === testSet[sheet])
    const group = groups.find(isFree) ?? { set: testSet, refusals: [] }
    if (group.refusals.length === 0) groups.push(group)
    group.refusals.push(refusal)
    group.set = { ...group.set, ...Object.fromEntries(sheets.map((sheet) => [sheet, refusal[1][sheet]])) }
  }
  return groups
}

const refusalGroups = groupRefusals([
  ...refusedSchools,
  ...refusedTimetables,
  ...refusedPeople,
  ...refusedClosures,
  ...refusedRecords,
])
const filesWithFaults = (set: TestSet) => faultySheets(set).map((sheet) => `${sheet}.csv`)
const importGroup = memoize(({ set }: RefusalGroup) => importRecords(server(), set))

describe('the import rejects', () => {
  it.each(
    refusalGroups.flatMap((group) => group.refusals.map((refusal) => [refusal[0], refusal, group] as const)),
  )('%s', async (_, [, set, line, column, message, expected], group) => {
    const { problems } = await importGroup(group)
    const [ownFiles, faultyFiles] = [filesWithFaults(set), filesWithFaults(group.set)]
    const isOfOtherRefusal = (file: string) => faultyFiles.includes(file) && !ownFiles.includes(file)
    expect(problems.filter(({ file }) => !isOfOtherRefusal(file))).toEqual([
      { file: expect.any(String), line, column, message, expected: expected ?? null },
    ])
    expect(
      (await server().db.$client.query('select 1 from establishments where rbd = $1', [school.rbd])).rows,
    ).toEqual([])
  })

  it('each block that overlaps a long one, and names the long one’s row', async () => {
    const { problems } = await importRecords(server(), {
      ...testSet,
      horario: [
        { ...lesson, starts_at: '08:00', ends_at: '10:00' },
        { ...lesson, starts_at: '08:30', ends_at: '09:00' },
        { ...lesson, starts_at: '09:15', ends_at: '09:45' },
      ],
    })
    const message = 'se superpone con el bloque de la fila 2'
    expect(problems).toMatchObject([
      { line: 3, column: 'inicio', message },
      { line: 4, column: 'inicio', message },
    ])
  })

  it('a missing assessment, even if its grade is pending', async () => {
    const { problems, warnings } = await importRecords(server(), {
      ...testSet,
      notas: [{ ...grade, assessment: 'P9', tenths: null }],
    })
    expect(problems).toEqual([])
    expect(warnings).toMatchObject([{ line: 2, column: 'evaluacion', message: 'no existe «P9»' }])
    await server().db.$client.query('truncate establishments cascade')
  })

  it('all faults in one run, in the order of the files', async () => {
    const { problems } = await importRecords(server(), {
      ...testSet,
      horario: [
        { ...lesson, course: '9Z' },
        { ...lesson, starts_at: '10:00' },
      ],
      notas: [{ ...grade, student_rut: UNUSED_RUN }],
    })
    expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual([
      ['horario.csv', 2, 'curso'],
      ['horario.csv', 3, 'termino'],
      ['notas.csv', 2, 'run_alumno'],
    ])
  })
})
