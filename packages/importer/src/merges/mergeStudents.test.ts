import { describe, expect, it } from 'vitest'
import type { TestSet } from '../testing/importRecords.ts'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import { courseA, ines, testSet, tomas, YEAR } from '../testing/testSet.ts'

const { query, apply, startFrom } = setupImport()

describe('students', () => {
  startFrom(() => apply(testSet))

  const openCourses = () =>
    query(`select students.name, courses.letter from enrollments
      join students on students.id = student_id join courses on courses.id = course_id
      where withdrawn_on is null order by 1, 2`)

  it('who are missing from their course’s list have left', async () => {
    const { counts } = await apply({ alumnos: [ines] })
    expect(changesOf(counts).matrículas).toBe('+0 ~1 -1') // the changed row is that of Inés, whose list number becomes 1
    expect(await openCourses()).toEqual([{ name: 'Inés', letter: 'A' }])
  })

  it('have left on the current day of the school’s time zone', async () => {
    // Between these zones there are 26 hours: one of them never has Santiago's date.
    const [zone] = await query(`select name from unnest('{Pacific/Kiritimati,Etc/GMT+12}'::text[]) name
      where (now() at time zone name)::date <> (now() at time zone 'America/Santiago')::date limit 1`)
    await query(`update establishments set time_zone = '${zone?.name}'`)
    await apply({ alumnos: [ines] })
    expect(
      await query(`select withdrawn_on = (now() at time zone '${zone?.name}')::date as is_today
        from enrollments where withdrawn_on is not null`),
    ).toEqual([{ is_today: true }])
  })

  describe('of two courses', () => {
    const inesInB = { alumnos: [{ ...ines, letter: 'B' }] }
    const moved = startFrom(() => apply(inesInB))

    it('are in the new one and no longer in the old one if they changed course', async () => {
      const { problems, counts } = moved()
      expect(problems).toEqual([])
      expect(changesOf(counts).matrículas).toBe('+1 ~0 -1')
      expect(await openCourses()).toEqual([
        { name: 'Inés', letter: 'B' },
        { name: 'Tomás', letter: 'A' },
      ])
    })

    it('stay if their course is not in the file', async () => {
      expect(changesOf((await apply(inesInB)).counts)).toEqual({})
    })
  })

  describe('with a withdrawal date in the list', () => {
    const withdrawn = { ...tomas, withdrawn_on: '2026-05-04' }
    const left = startFrom(() => apply({ alumnos: [ines, withdrawn] }))

    it('leave on that date, and are back if the list has none', async () => {
      const { counts, warnings } = left()
      expect([changesOf(counts), warnings]).toEqual([{ matrículas: '+0 ~0 -1' }, []])
      expect(
        await query('select withdrawn_on::text from enrollments where withdrawn_on is not null'),
      ).toEqual([{ withdrawn_on: '2026-05-04' }])
      expect(changesOf((await apply({ alumnos: [ines, withdrawn] })).counts)).toEqual({})
      expect(changesOf((await apply({ alumnos: [ines, tomas] })).counts)).toEqual({
        matrículas: '+0 ~1 -0',
      })
    })

    it('do not return by a list without the column for withdrawals, with a warning', async () => {
      const { counts, warnings } = await apply({
        alumnos: [ines, tomas].map((row) => ({ ...row, omitted: ['withdrawn_on'] })),
      })
      expect(changesOf(counts)).toEqual({})
      expect(warnings).toEqual([
        {
          file: 'alumnos.csv',
          line: 3,
          column: 'run',
          message: 'su matrícula terminó y sigue así: falta la columna con la fecha de retiro',
          expected: '«fecha_retiro», con la celda vacía de quien vuelve',
        },
      ])
    })
  })

  it('leave at once if the withdrawal date is in the future, with a warning', async () => {
    const leaving = { ...tomas, withdrawn_on: `${YEAR + 1}-01-04` }
    const { counts, warnings } = await apply({ alumnos: [ines, leaving] })
    expect(changesOf(counts)).toEqual({ matrículas: '+0 ~0 -1' })
    expect(await openCourses()).toEqual([{ name: 'Inés', letter: 'A' }])
    expect(warnings).toEqual([
      {
        file: 'alumnos.csv',
        line: 3,
        column: 'fecha_retiro',
        message: 'la fecha de retiro es futura: la familia deja de ver lo de ese curso desde esta carga',
        expected: 'la celda vacía hasta que llegue ese día',
      },
    ])
  })

  it('without a list number are in the order of the Spanish alphabet', async () => {
    const named = (rut: string, last_name: string) => ({ ...ines, rut, last_name })
    const alumnos = [
      named('40100007', 'Oyarzún'),
      named('40215347', 'Ñancupil'),
      named('40318926', 'Nuñez'),
      named('40427815', 'Álvarez'),
    ]
    await apply({ alumnos })
    const rows = await query(`select last_name from enrollments join students on students.id = student_id
      order by list_number`)
    expect(rows.map(({ last_name }) => last_name)).toEqual(['Álvarez', 'Nuñez', 'Ñancupil', 'Oyarzún'])
  })

  it('keep their list numbers if the sheet lacks the column, and new students follow', async () => {
    await query(
      `update enrollments set list_number = case rut when $1 then 3 else 7 end
      from students where students.id = student_id`,
      [ines.rut],
    )
    const newcomers = [
      { ...tomas, rut: '40427815', rut_dv: '0', last_name: 'Zúñiga' },
      { ...tomas, rut: '40533274', rut_dv: '4', last_name: 'Abarca' },
    ]
    const { counts } = await apply({
      alumnos: [ines, tomas, ...newcomers].map((row) => ({ ...row, omitted: ['list_number'] })),
    })
    expect(changesOf(counts).matrículas).toBe('+2 ~0 -0')
    const rows = await query(`select last_name, list_number from enrollments
      join students on students.id = student_id order by list_number`)
    expect(rows.map(({ last_name, list_number }) => `${list_number} ${last_name}`)).toEqual([
      '3 Rojas',
      '7 Álvarez',
      '8 Abarca',
      '9 Zúñiga',
    ])
  })
})

describe('students of a first import', () => {
  it('get the names of the later of two years in one import', async () => {
    const year = YEAR + 1
    const ofNextYear = { ...tomas, year, course_name: '6° Básico', name: 'Tomás Andrés', social_name: 'Antú' }
    const former = { ...tomas, withdrawn_on: null }
    const bothYears: TestSet = {
      establecimientos: testSet.establecimientos,
      cursos: [courseA, { ...courseA, year, code: '6A', name: '6° Básico' }],
    }
    const names = () => query('select name, social_name from students')
    for (const alumnos of [
      [former, ofNextYear],
      [ofNextYear, former],
    ]) {
      expect((await apply({ ...bothYears, alumnos })).problems).toEqual([])
      expect(await names()).toEqual([{ name: 'Tomás Andrés', social_name: 'Antú' }])
    }
    const withdrawn = { ...ofNextYear, withdrawn_on: `${year}-05-04` }
    await apply({ ...bothYears, alumnos: [former, withdrawn] })
    expect(await names()).toEqual([{ name: 'Tomás Andrés', social_name: 'Antú' }])
  })
})
