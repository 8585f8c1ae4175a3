import { describe, expect, it } from 'vitest'
import type { TestSet } from '../testing/importRecords.ts'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import {
  arrear,
  courseA,
  exam,
  grade,
  ines,
  observation,
  presentDay,
  RBD,
  school,
  testEvent,
  testSet,
  tomas,
  YEAR,
} from '../testing/testSet.ts'

const { query, apply, dryRun, startFrom } = setupImport()

describe('a year’s records', () => {
  startFrom(() => apply(testSet))

  it('lose a grade that is pending again', async () => {
    const { counts } = await apply({ notas: [{ ...grade, tenths: null }] })
    expect(changesOf(counts)).toEqual({ notas: '+0 ~0 -1' })
  })

  it('keep rows that a file omits, unless the operator declares the file complete', async () => {
    const reducedSet: TestSet = {
      evaluaciones: testSet.evaluaciones.slice(0, 1),
      notas: [{ ...grade, student_rut: '40318926', tenths: 40 }],
      asistencia: [
        { ...presentDay, day: `${YEAR}-03-09` },
        { ...presentDay, day: `${YEAR}-03-11` },
      ],
      atrasos: [
        { ...arrear, date_late: `${YEAR}-03-09 08:10` },
        { ...arrear, date_late: `${YEAR}-03-11 08:10` },
      ],
      observaciones: [{ ...observation, observation: 'Otra cosa.' }],
      agenda: [{ ...testEvent, title: 'Prueba Unidad 3' }],
    }
    const sheets = ['notas', 'asistencia', 'atrasos', 'observaciones', 'agenda'] as const
    const partly = await dryRun(reducedSet)
    expect(changesOf(partly.counts)).toEqual({
      notas: '+1 ~0 -0',
      asistencia: '+1 ~0 -0',
      atrasos: '+2 ~0 -0',
      observaciones: '+1 ~0 -0',
      agenda: '+1 ~0 -0',
    })
    const { counts } = await apply(reducedSet, { complete: sheets })
    expect(changesOf(counts)).toEqual({
      notas: '+1 ~0 -1',
      asistencia: '+1 ~0 -1',
      atrasos: '+2 ~0 -1',
      observaciones: '+1 ~0 -1',
      agenda: '+1 ~0 -1',
    })
  })

  it('keep a late arrival of the evening before the first day of a complete sheet', async () => {
    const evening = { ...arrear, date_late: `${YEAR}-03-09 21:30` }
    await apply({ atrasos: [evening] })
    const options = { complete: ['atrasos'] as const }
    const { counts } = await apply({ atrasos: [{ ...arrear, date_late: `${YEAR}-03-10 08:30` }] }, options)
    expect(changesOf(counts)).toEqual({ atrasos: '+1 ~0 -1' })
    expect((await apply({ atrasos: [evening] }, options)).counts.atrasos?.ended).toBe(0)
    expect(
      await query(`select date_late at time zone 'America/Santiago' as at from arrears order by 1`),
    ).toEqual([{ at: new Date(`${YEAR}-03-09T21:30Z`) }, { at: new Date(`${YEAR}-03-10T08:30Z`) }])
  })

  it('keep the whole school’s events if a complete sheet has only those of a new course', async () => {
    const ofNew: TestSet = {
      cursos: [...testSet.cursos, { ...courseA, code: '5C', letter: 'C' }],
      agenda: [{ ...testEvent, course: '5C', subject: null }],
    }
    const expected = { cursos: '+1 ~0 -0', agenda: '+1 ~0 -0' }
    expect(changesOf((await dryRun(ofNew, { complete: ['agenda'] })).counts)).toEqual(expected)
    expect(changesOf((await apply(ofNew, { complete: ['agenda'] })).counts)).toEqual(expected)
  })

  it('lose an assessment with its grades if it is missing from a complete sheet', async () => {
    const { counts } = await apply(
      { evaluaciones: [{ ...exam, code: 'P2' }] },
      { complete: ['evaluaciones'] },
    )
    expect(changesOf(counts)).toEqual({ evaluaciones: '+1 ~0 -1' })
    expect(await query('select concept from grades')).toEqual([{ concept: 'MB' }])
  })

  it('keep the grades of an assessment that moves to another subject', async () => {
    const [, work] = testSet.evaluaciones
    const { problems, counts } = await apply(
      { evaluaciones: [{ ...exam, code: 'P2' }, { ...exam, subject: 'REL' }, work as typeof exam] },
      { complete: ['evaluaciones'] },
    )
    expect([problems, changesOf(counts)]).toEqual([[], { evaluaciones: '+1 ~1 -0' }])
    expect(await query('select tenths from grades where tenths is not null')).toEqual([{ tenths: 54 }])
  })

  it('report how many grades of the old scale remain when a subject’s scale changes', async () => {
    const [maths, religion] = testSet.asignaturas
    if (!maths || !religion) throw new Error('No subjects')
    const asignaturas = [
      { ...maths, scale_type: 'other' as const },
      { ...religion, scale_type: null },
    ]
    const warning = (line: number) => ({
      file: 'asignaturas.csv',
      line,
      column: 'escala',
      message: 'la escala cambia y queda 1 nota de la anterior',
      expected: 'la escala de antes, o esas notas otra vez en la hoja notas',
    })
    expect((await dryRun({ asignaturas })).warnings).toEqual([warning(2), warning(3)])
    const notas = [{ ...grade, tenths: null, concept: 'MB' }]
    expect((await apply({ asignaturas, notas })).warnings).toEqual([warning(3)])
    expect((await apply({ asignaturas })).warnings).toEqual([])
  })

  it('report grades of an assessment that is missing from a complete sheet', async () => {
    const reducedSet = { evaluaciones: [{ ...exam, code: 'P2' }], notas: testSet.notas }
    expect((await dryRun(reducedSet)).problems).toEqual([])
    const { problems } = await apply(reducedSet, { complete: ['evaluaciones'] })
    expect(problems).toEqual([
      {
        file: 'notas.csv',
        line: 2,
        column: 'evaluacion',
        message: '«P1» no está en la hoja evaluaciones, que se dijo completa',
        expected: 'la evaluación en esa hoja, o sin sus notas',
      },
    ])
  })

  it('of last year are added to its enrollments if the rows state the year, and are reported otherwise', async () => {
    const year = YEAR + 1
    await apply({ cursos: [{ ...courseA, year }], alumnos: [{ ...ines, year, enrolled_on: null }] })
    const day = `${YEAR}-12-01`
    const { problems } = await apply({ asistencia: [{ ...presentDay, day }] })
    expect(problems).toMatchObject([{ line: 2, message: `la fecha no es del año escolar ${year}` }])
    const { counts } = await apply({ asistencia: [{ ...presentDay, day, year: YEAR }] })
    expect(changesOf(counts)).toEqual({ asistencia: '+1 ~0 -0' })
    const places = await query(
      'select year from attendance join enrollments on enrollments.id = enrollment_id where day = $1',
      [day],
    )
    expect(places).toEqual([{ year: YEAR }])
  })

  it('in January belong to a school year that ends in January', async () => {
    const day = `${YEAR + 1}-01-04`
    const { problems, warnings, counts } = await apply({ asistencia: [{ ...presentDay, day }] })
    const message = `hay asistencia el 04-01-${YEAR + 1}, que es de vacaciones (1 fila)`
    expect([problems, warnings, changesOf(counts)]).toEqual([
      [],
      [expect.objectContaining({ message })],
      { asistencia: '+1 ~0 -0' },
    ])
  })

  it('cause a warning if a course’s event is outside of its year', async () => {
    const day = `${YEAR + 1}-03-04`
    const agenda = [
      ...testSet.agenda,
      { ...testEvent, day },
      { ...testEvent, course: null, subject: null, day },
    ]
    const { warnings, counts } = await apply({ agenda })
    expect(warnings).toEqual([
      {
        file: 'agenda.csv',
        line: 4,
        column: 'fecha',
        message: `la fecha no es del año escolar ${YEAR}`,
        expected: 'una columna «anio», o la opción --year',
      },
    ])
    expect(counts.agenda?.added).toBe(2)
  })

  it('of a student who changed course belong to the course of each assessment', async () => {
    await apply({ alumnos: [tomas, { ...ines, letter: 'B', enrolled_on: '2026-05-01' }] })
    const { problems, counts } = await apply({ notas: [{ ...grade, tenths: 60 }] })
    expect(problems).toEqual([])
    expect(changesOf(counts)).toEqual({ notas: '+0 ~1 -0' })
  })
})

describe('the records of a first import', () => {
  it('of two schools are complete for the days and courses of each school, also in a dry run', async () => {
    const rbd = '90010-9'
    const other = { ...tomas, rbd, rut: '40427815', rut_dv: '0' }
    const meeting = { ...testEvent, course: null, subject: null }
    const attendanceOn = (school: string, student_rut: string, days: string[]) =>
      days.map((day) => ({ ...presentDay, rbd: school, student_rut, day: `${YEAR}-${day}` }))
    await apply({
      establecimientos: [school, { ...school, rbd, name: 'Liceo Puerta del Valle' }],
      cursos: [courseA, { ...courseA, rbd }],
      alumnos: [ines, other],
      asistencia: [
        ...attendanceOn(RBD, ines.rut, ['03-09', '03-12']),
        ...attendanceOn(rbd, other.rut, ['03-09', '03-12']),
      ],
      agenda: [
        { ...meeting, rbd: RBD },
        { ...meeting, rbd },
      ],
    })
    const reducedSet: TestSet = {
      asistencia: [
        ...attendanceOn(RBD, ines.rut, ['03-09', '03-10']),
        ...attendanceOn(rbd, other.rut, ['03-11', '03-12']),
      ],
      agenda: [
        { ...meeting, rbd: RBD, title: 'Acto' },
        { ...testEvent, rbd, subject: null },
      ],
    }
    const expected = { asistencia: '+2 ~0 -0', agenda: '+2 ~0 -1' }
    const options = { complete: ['asistencia', 'agenda'] as const }
    expect(changesOf((await dryRun(reducedSet, options)).counts)).toEqual(expected)
    expect(changesOf((await apply(reducedSet, options)).counts)).toEqual(expected)
  })
})
