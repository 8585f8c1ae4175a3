import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ReadResult, readSheets, sheetOfCsv } from '../../testing/readSheets.ts'
import { rosterSet } from '../../testing/rosterSet.ts'

/** Reads the OneRoster set with one more student, k5 in 5° Básico A; `rows` are further rows of enrollments. */
const readWithOneMoreStudent = (
  rows: string[],
  changes: Record<string, string> = {},
): Promise<ReadResult> => {
  const files = {
    ...rosterSet,
    users: `${rosterSet.users}
      k5,,,true,o1,student,ema,,Ema,Lagos Soto,,40427815-0,,,,,05,`,
    enrollments: [
      rosterSet.enrollments,
      'e20,,,h5a,o1,k5,student,,2026-03-04,',
      ...rows.map((row, index) => `e${30 + index},,,${row}`),
    ].join('\n'),
    ...changes,
  }
  return readSheets(Object.entries(files).map(([name, text]) => sheetOfCsv(`roster.zip › ${name}.csv`, text)))
}

const electivesOf = ({ records, problems }: ReadResult) => {
  expect(problems).toEqual([])
  return {
    subjects: records.asignaturas
      .filter(({ is_elective }) => is_elective)
      .map(({ course, code }) => `${course} ${code}`),
    taken: records.electivos
      .filter(({ subject }) => subject !== null)
      .map(({ student_rut, subject }) => `${student_rut} ${subject}`),
  }
}

afterEach(() => vi.useRealTimers())
const setToday = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T15:00:00Z`) })

describe('a class of a OneRoster set', () => {
  it('is an elective of its students, if another student of their course is not in it', async () => {
    expect(electivesOf(await readWithOneMoreStudent(['rel,o1,k5,student,,,']))).toEqual({
      subjects: ['h5a mat'],
      taken: ['40318926 mat'],
    })
  })

  it('with students of two courses is an elective only in a course that is not complete in it', async () => {
    expect(electivesOf(await readWithOneMoreStudent(['mat,o1,k5,student,,,']))).toEqual({
      subjects: ['h5a rel'],
      taken: ['40318926 rel'],
    })
  })

  it('is for the whole course if all its students are in it', async () => {
    const read = await readWithOneMoreStudent(['mat,o1,k5,student,,,', 'rel,o1,k5,student,,,'])
    expect(electivesOf(read)).toEqual({ subjects: [], taken: [] })
    expect(read.records.electivos).toEqual(
      ['40318926', '40427815', '40533274'].map((student_rut) => ({
        rbd: '90020-6',
        year: 2026,
        student_rut,
        subject: null,
      })),
    )
  })

  it('loses a student on the day on which the enrollment ends, not before', async () => {
    const until = async (day: string) =>
      electivesOf(await readWithOneMoreStudent([`mat,o1,k5,student,,,${day}`, 'rel,o1,k5,student,,,'])).taken
    setToday('2026-05-04')
    expect([await until('2026-05-01'), await until('2026-05-29')]).toEqual([['40318926 mat'], []])
  })

  it('that has ended for all its students remains theirs', async () => {
    setToday('2026-08-17')
    const classes = `${rosterSet.classes}
      tal,,,Taller,05,,TAL5,scheduled,,o1,s1,,,`
    const rows = ['mat', 'rel'].map((subject) => `${subject},o1,k5,student,,,`)
    const read = await readWithOneMoreStudent([...rows, 'tal,o1,k5,student,,2026-03-04,2026-07-01'], {
      classes,
    })
    expect(electivesOf(read)).toEqual({ subjects: ['h5a tal'], taken: ['40427815 tal'] })
  })

  it('reports an invalid end date with its row', async () => {
    const { problems } = await readWithOneMoreStudent(['mat,o1,k5,student,,,mañana'])
    expect(problems).toMatchObject([{ line: 11, column: 'endDate', message: 'no es una fecha' }])
  })

  it('yields to the school’s own sheet of electives for the students in it', async () => {
    const roster = Object.entries(rosterSet).map(([name, text]) =>
      sheetOfCsv(`roster.zip › ${name}.csv`, text),
    )
    const ownSheet = sheetOfCsv('electivos.csv', 'electivo,run_alumno\nrel,40318926')
    const { records } = await readSheets([ownSheet, ...roster])
    expect(records.electivos.map(({ student_rut, subject }) => [student_rut, subject])).toEqual([
      ['40318926', 'rel'],
      ['40533274', null],
    ])
  })
})
