import { describe, expect, it } from 'vitest'
import type { Problem } from '../problems.ts'
import type { FieldOf } from '../sheetRecords.ts'
import type { TestSet } from '../testing/importRecords.ts'
import { changesOf, setupImport } from '../testing/setupImport.ts'
import {
  electiveSubject,
  exam,
  grade,
  ines,
  lesson,
  takenElective,
  testEvent,
  testSet,
  tomas,
  YEAR,
} from '../testing/testSet.ts'

const { query, apply, dryRun, asGuardian, startFrom } = setupImport()

const tuesdayBlock = { ...lesson, weekday: 2 }
/** The test set with two electives at the same hour: Inés takes biology, and Tomás physics. */
const electivesSet = {
  ...testSet,
  asignaturas: [...testSet.asignaturas, electiveSubject('BIO', 'Biología'), electiveSubject('FIS', 'Física')],
  electivos: [takenElective(ines, 'BIO'), takenElective(tomas, 'Física')],
  horario: [...testSet.horario, { ...tuesdayBlock, subject: 'BIO' }, { ...tuesdayBlock, subject: 'FIS' }],
  evaluaciones: [...testSet.evaluaciones, { ...exam, code: 'F1', subject: 'FIS' }],
  notas: [...testSet.notas, { ...grade, assessment: 'F1', student_rut: tomas.rut, tenths: 61 }],
  agenda: [...testSet.agenda, { ...testEvent, subject: 'BIO' }, { ...testEvent, subject: 'FIS' }],
} satisfies TestSet
const GODMOTHER_EMAIL = 'marie.joseph@example.com'

const readElectives = async () => {
  const rows = await query(`select students.name, subject.code from elective_enrollments taken
    join course_subjects subject on subject.id = taken.course_subject_id
    join enrollments place on place.id = taken.enrollment_id
    join students on students.id = place.student_id order by 1, 2`)
  return rows.map(({ name, code }) => `${name} ${code}`)
}

/** Deletes the timetable, as if the sheet horario had never been imported. */
const deleteTimetable = () => query('delete from blocks')

describe('electives', () => {
  const imported = startFrom(() => apply(electivesSet))

  it('belong to the students in their sheet, may share an hour, and stay unchanged by a second import', async () => {
    const { problems, warnings, counts } = imported()
    expect([problems, warnings, changesOf(counts).electivos]).toEqual([[], [], '+2 ~0 -0'])
    expect(await readElectives()).toEqual(['Inés BIO', 'Tomás FIS'])
    expect(changesOf((await apply(electivesSet)).counts)).toEqual({})
  })

  it('are shown only to the families of their students', async () => {
    const { ask } = await asGuardian(GODMOTHER_EMAIL)
    const { employee_schedules } = await ask('getCalendar')
    expect(employee_schedules.tuesday.daySchedule).toMatchObject([{ class: { subject_name: 'Física' } }])
    const [period] = await ask('getSubPeriods')
    const { averages } = await ask('getPeriodQualifications', { establishment_sub_period_id: period.id })
    expect(averages).toMatchObject([{ subject: 'Matemática' }, {}, { subject: 'Física', average: 6.1 }])
    const events = await ask('getDiaryEvents', { date: testEvent.day.split('-').reverse().join('/') })
    const subjects = events.map((event: { subject: { name: string } | null }) => event.subject?.name ?? null)
    expect(subjects).toEqual([null, 'Matemática', 'Física'])
  })

  it('lose students whom a new list omits, but the marks stay', async () => {
    const { counts } = await apply({ electivos: [takenElective(tomas, 'BIO')] })
    expect(changesOf(counts)).toEqual({ electivos: '+1 ~0 -2' })
    expect(await readElectives()).toEqual(['Tomás BIO'])
    expect(await query('select 1 from grades where tenths = 61')).toHaveLength(1)
    const { ask } = await asGuardian(GODMOTHER_EMAIL)
    const [period] = await ask('getSubPeriods')
    const { averages } = await ask('getPeriodQualifications', { establishment_sub_period_id: period.id })
    expect(averages.map((average: { subject: string }) => average.subject)).not.toContain('Física')
  })

  it('stay unchanged if the import contains neither the sheet nor the column', async () => {
    const omitted: FieldOf<'asignaturas'>[] = ['is_elective']
    const asignaturas = electivesSet.asignaturas.map((subject) => ({
      ...subject,
      is_elective: false,
      omitted,
    }))
    const { problems, counts } = await apply({ ...electivesSet, asignaturas, electivos: [] })
    expect([problems, changesOf(counts)]).toEqual([[], {}])
    expect(await readElectives()).toEqual(['Inés BIO', 'Tomás FIS'])
  })

  it('become subjects of the whole course if the sheet of subjects says no', async () => {
    await deleteTimetable()
    await apply({
      asignaturas: testSet.asignaturas.concat({ ...electiveSubject('FIS', 'Física'), is_elective: false }),
    })
    const { ask } = await asGuardian('elena.soto@example.com')
    const [period] = await ask('getSubPeriods')
    const { averages } = await ask('getPeriodQualifications', { establishment_sub_period_id: period.id })
    expect(averages.map((average: { subject: string }) => average.subject)).toContain('Física')
  })

  it('may have the same name, and are then referred to by code', async () => {
    const sections = [electiveSubject('ING-1', 'Inglés'), electiveSubject('ING-2', 'Inglés')]
    const { problems } = await apply({
      asignaturas: [...electivesSet.asignaturas, ...sections],
      electivos: [takenElective(ines, 'ing-1'), takenElective(tomas, 'ING-2')],
    })
    expect(problems).toEqual([])
    expect(await readElectives()).toEqual(['Inés ING-1', 'Tomás ING-2'])
    expect((await apply({ electivos: [takenElective(ines, 'Inglés')] })).problems).toMatchObject([
      { column: 'electivo', message: 'hay más de una asignatura «Inglés»: Inglés (ING-1), Inglés (ING-2)' },
    ])
  })

  it('cause a warning if no student takes them, or if a student without the elective has a mark', async () => {
    await query('delete from elective_enrollments')
    const { warnings } = await dryRun({ ...electivesSet, electivos: [takenElective(ines, 'BIO')] })
    expect(warnings.map(({ file, line, message }) => `${file} ${line}: ${message}`)).toEqual([
      'asignaturas.csv 5: ningún estudiante la toma: ninguna familia la ve',
      'notas.csv 5: el estudiante no toma el electivo «Física»: su familia no ve esta nota',
    ])
  })
})

describe('a student with two blocks at the same hour is reported', { tags: 'long' }, () => {
  startFrom(() => apply(electivesSet))

  const clashing = [takenElective(ines, 'BIO'), takenElective(ines, 'FIS'), takenElective(tomas, 'FIS')]
  const summarize = (problems: Problem[]) =>
    problems.map(({ file, line, column, message }) => `${file} ${line} ${column}: ${message}`)

  it('in the row of the elective, if the hours were imported before', async () => {
    const { problems } = await apply({ electivos: clashing })
    expect(summarize(problems)).toEqual([
      'electivos.csv 2 electivo: el estudiante tiene otro bloque el martes a las 08:00: «Física»',
      'electivos.csv 3 electivo: el estudiante tiene otro bloque el martes a las 08:00: «Biología»',
    ])
    expect(await readElectives()).toEqual(['Inés BIO', 'Tomás FIS'])
  })

  it('in the row of the block, if the electives were imported before', async () => {
    await deleteTimetable()
    await apply({ electivos: clashing })
    const { problems } = await apply({ horario: electivesSet.horario })
    expect(summarize(problems)).toEqual([
      'horario.csv 5 inicio: se superpone con el bloque de la fila 4: el estudiante 40215347 tiene los dos',
    ])
  })

  it('in the row of the subject, if it becomes one of the whole course', async () => {
    const { problems } = await apply({
      asignaturas: electivesSet.asignaturas.map((subject) => ({
        ...subject,
        is_elective: subject.code === 'BIO',
      })),
    })
    expect(summarize(problems)).toEqual([
      'asignaturas.csv 4 electiva: el martes a las 08:00 se superpone con «Física»: el estudiante 40215347 tiene los dos',
      'asignaturas.csv 5 electiva: el martes a las 08:00 se superpone con «Biología»: el estudiante 40215347 tiene los dos',
    ])
  })

  it('only while the student is in the course', async () => {
    const withdrawn = { ...ines, withdrawn_on: `${YEAR}-05-29` }
    const { problems } = await apply({ ...electivesSet, alumnos: [withdrawn, tomas], electivos: clashing })
    expect(problems).toEqual([])
  })
})
