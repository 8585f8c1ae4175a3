import type { TestSet } from '@apoderados/importer/testing/importRecords'
import { changesOf, setupImport } from '@apoderados/importer/testing/setupImport'
import {
  elena,
  grade,
  ines,
  linkOfElena,
  linkOfLuis,
  luis,
  marie,
  RBD,
  testSet,
  YEAR,
} from '@apoderados/importer/testing/testSet'
import { describe, expect, it } from 'vitest'

const { query, apply, dryRun, asGuardian } = setupImport()

describe('a set', () => {
  it('is new at the first import and unchanged at the second', async () => {
    const first = await apply(testSet)
    expect(first.problems).toEqual([])
    expect(first.warnings).toEqual([])
    expect(changesOf(first.counts)).toEqual({
      establecimientos: '+1 ~0 -0',
      periodos: '+2 ~0 -0',
      cursos: '+2 ~0 -0',
      funcionarios: '+1 ~0 -0',
      asignaturas: '+2 ~0 -0',
      alumnos: '+2 ~0 -0',
      matrículas: '+2 ~0 -0',
      apoderados: '+3 ~0 -0',
      vínculos: '+3 ~0 -0',
      horario: '+2 ~0 -0',
      evaluaciones: '+2 ~0 -0',
      notas: '+2 ~0 -0',
      asistencia: '+3 ~0 -0',
      atrasos: '+1 ~0 -0',
      observaciones: '+1 ~0 -0',
      agenda: '+2 ~0 -0',
      'días sin clases': '+2 ~0 -0',
    })
    const secondRun = await apply(testSet)
    expect(changesOf(secondRun.counts)).toEqual({})
    expect(secondRun.counts.notas?.unchanged).toBe(2)
    expect(secondRun.invited).toEqual([])
  })

  it('prints the same in a dry run, which writes nothing', async () => {
    const preview = await dryRun(testSet)
    expect(await query('select 1 from establishments')).toEqual([])
    const done = await apply(testSet)
    expect(done.counts).toEqual(preview.counts)
  })

  it('prints the same changes in a dry run', async () => {
    await apply(testSet)
    const changed: TestSet = {
      ...testSet,
      alumnos: [{ ...ines, name: 'Inés Antonia' }],
      vinculos: [linkOfElena, { ...linkOfLuis, financial_proxy: true }],
      horario: testSet.horario.slice(0, 1),
      notas: [{ ...grade, tenths: 55 }],
    }
    const preview = await dryRun(changed)
    const done = await apply(changed)
    expect(changesOf(done.counts)).toEqual({
      alumnos: '+0 ~1 -0',
      matrículas: '+0 ~1 -1',
      vínculos: '+0 ~1 -0',
      horario: '+0 ~0 -1',
      notas: '+0 ~1 -0',
    })
    expect(changesOf(preview.counts)).toEqual(changesOf(done.counts))
  })

  it('is shown to the guardian on every page', async () => {
    await apply(testSet)
    const { profile, ask } = await asGuardian(elena.email)
    expect(profile).toMatchObject({
      name: 'Elena',
      rut: '42510001',
      rut_dv: '7',
      permission: 'Apoderado titular',
    })
    expect(profile.students).toMatchObject([
      {
        name: 'Inés',
        rut: '40215347',
        birthday: '2015-05-17',
        gender: 'Femenino',
        enrollment: { course: '5° Básico A', year: YEAR },
        establishment: { name: 'Colegio Los Aromos', rbd: RBD, phone: '+56223456789' },
        student_parent: { parent_type: 'mother', other_type: null, financial_proxy: true },
      },
    ])
    const range = { date_start: `01/08/${YEAR}`, date_end: `31/08/${YEAR}` }
    expect(await ask('countDiaryEvents', range)).toEqual({ diary_counts: { [`${YEAR}-08-17`]: 2 } })
    expect(await ask('getDiaryEvents', { date: `17/08/${YEAR}` })).toMatchObject([
      { title: 'Reunión de apoderados', date: `${YEAR}-08-17`, course: null },
      { title: 'Prueba Unidad 2', date: `${YEAR}-08-17T08:00:00-04:00`, subject: { name: 'Matemática' } },
    ])
    const week = (await ask('getCalendar')).employee_schedules
    expect(week.monday.daySchedule).toMatchObject([
      {
        block_type: 'class',
        hour_start: 8,
        class: { subject_name: 'Matemática', employee_name: 'Carolina' },
      },
      { block_type: 'playtime', class: null },
    ])
    const periods = await ask('getSubPeriods')
    expect(periods.map(({ name }: { name: string }) => name)).toEqual(['1° Semestre', '2° Semestre'])
    const { averages } = await ask('getPeriodQualifications', { establishment_sub_period_id: periods[0].id })
    expect(averages).toMatchObject([
      { subject: 'Matemática', average: 5.4 },
      { subject: 'Religión', scale_type: 'other', note_scale_value: 'MB' },
    ])
    expect((await ask('getObservations')).observations.positive).toMatchObject([
      { date: `${YEAR}-03-11`, employee: { last_name: 'Fuentes' }, subject: 'Matemática' },
    ])
    expect(await ask('getArrears')).toMatchObject({
      arrears: [
        { date_late: `${YEAR}-03-10T08:17:00-03:00`, status: 'pending', observation: 'Sin justificativo' },
      ],
      attendance_percentage: 100,
    })
    const { classmates } = await ask('getClassmates')
    expect(classmates).toMatchObject([{ list_number: 1, student: { name: 'Tomás', last_name: 'Álvarez' } }])
  })

  it('shows separated parents the same data, without the other’s contact', async () => {
    await apply({ ...testSet, apoderados: [{ ...elena, shares_email: true }, luis, marie] })
    const [ofElena2, ofLuis] = [await asGuardian(elena.email), await asGuardian(luis.email)]
    expect(await ofLuis.ask('getObservations')).toEqual(await ofElena2.ask('getObservations'))
    expect(await ofLuis.ask('getClassmates')).toEqual(await ofElena2.ask('getClassmates'))
    const seenByLuis = JSON.stringify([ofLuis.profile, await ofLuis.ask('getClassmates')])
    expect(seenByLuis).not.toContain(elena.email)
    expect(seenByLuis).not.toContain(elena.phone)
  })
})
