import type { TestSet } from '@apoderados/importer/testing/importRecords'
import { changesOf, setupImport } from '@apoderados/importer/testing/setupImport'
import {
  courseA,
  elena,
  grade,
  ines,
  linkOfElena,
  linkOfLuis,
  linkOfMarie,
  luis,
  marie,
  RBD,
  school,
  testSet,
  tomas,
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

describe('two schools', { tags: 'long' }, () => {
  const second = '90010-9'
  const other: TestSet = {
    establecimientos: [{ ...school, rbd: second, name: 'Liceo Puerta del Valle' }],
    cursos: [{ ...courseA, rbd: second }],
    alumnos: [{ ...tomas, rbd: second, rut: '40427815', rut_dv: '0' }],
    vinculos: [{ ...linkOfElena, student_rut: '40427815' }],
  }
  const bothSchools: TestSet = {
    establecimientos: [...testSet.establecimientos, ...(other.establecimientos ?? [])],
    cursos: [...testSet.cursos, ...(other.cursos ?? [])],
    alumnos: [...testSet.alumnos, ...(other.alumnos ?? [])],
    apoderados: testSet.apoderados,
    vinculos: [...testSet.vinculos, ...(other.vinculos ?? [])],
  }

  it('share a guardian, who is invited once', async () => {
    const { problems, counts, invited } = await apply(bothSchools)
    expect(problems).toEqual([])
    expect(counts.apoderados).toEqual({ added: 3, changed: 0, ended: 0, unchanged: 0 })
    expect(invited).toHaveLength(3)
    expect(changesOf((await apply(bothSchools)).counts)).toEqual({})
    const { profile } = await asGuardian(elena.email)
    expect(profile.students).toHaveLength(2)
  })

  it('may have guardians whose e-mail only one of the schools delivers', async () => {
    const godmother = { ...linkOfElena, student_rut: '40427815', document: marie.document }
    const apart = { ...bothSchools, vinculos: [linkOfElena, linkOfLuis, godmother] }
    await apply(apart)
    const moved = [elena, { ...luis, email: marie.email }, { ...marie, email: 'marie@example.com' }]
    const back = [elena, luis, marie]
    for (const apoderados of [moved, back]) {
      await apply({ ...apart, apoderados })
      expect(
        await query(
          'select email from parents where id in (select parent_id from student_parents) order by name',
        ),
      ).toEqual(apoderados.map(({ email }) => ({ email })))
    }
  })

  it('may have one sheet of guardians, each of whom is written once', async () => {
    await apply(bothSchools)
    const corrected = { ...marie, email: 'marie@example.com' }
    const apoderados = [{ ...elena, phone: '+56900000009', shares_phone: false }, luis, corrected]
    const set = { establecimientos: bothSchools.establecimientos ?? [], apoderados }
    const preview = await dryRun(set)
    const { counts, invited } = await apply(set)
    expect(counts.apoderados).toEqual({ added: 0, changed: 2, ended: 0, unchanged: 1 })
    expect(preview.counts).toEqual(counts)
    expect(invited).toEqual([])
    expect(await query('select phone, shares_phone from parents where email = $1', [elena.email])).toEqual([
      { phone: '+56900000009', shares_phone: false },
    ])
    expect(await query('select 1 from parents where email = $1', [corrected.email])).toHaveLength(1)
  })

  it('do not affect each other', async () => {
    await apply(bothSchools)
    const { counts } = await apply({
      ...other,
      alumnos: [{ ...tomas, rbd: second, rut: '40533274', rut_dv: '4' }],
      vinculos: [],
    })
    expect(changesOf(counts).matrículas).toBe('+1 ~0 -1')
    expect(await query('select 1 from enrollments where withdrawn_on is null')).toHaveLength(3)
  })

  it('do not affect a third one by links without a school, which are refused if no sheet states the school', async () => {
    const third = { rbd: '90020-6' }
    await apply({
      establecimientos: [{ ...school, ...third }],
      cursos: [{ ...courseA, ...third }],
      alumnos: [{ ...tomas, ...third }],
      apoderados: [marie],
      vinculos: [{ ...linkOfMarie, ...third }],
    })
    const guardians = () =>
      query(`select parents.name from student_parents join parents on parents.id = parent_id
        join establishments on establishments.id = establishment_id where rbd = '90020-6'`)
    const secondLink = { ...linkOfElena, student_rut: tomas.rut }
    await apply({ ...bothSchools, vinculos: [linkOfElena, linkOfLuis, secondLink] })
    expect(await guardians()).toEqual([{ name: 'Marie' }])
    const { problems } = await apply({ vinculos: [secondLink] })
    expect(problems).toEqual([
      {
        file: 'vinculos.csv',
        line: null,
        column: null,
        message: 'no se sabe de qué establecimiento son sus filas',
        expected: 'una columna «rbd», o la opción --rbd',
      },
    ])
    expect(await guardians()).toEqual([{ name: 'Marie' }])
    await apply({ vinculos: [{ ...secondLink, ...third }] })
    // Elena's account has links in other schools: this school links it only if a row states its e-mail (R37).
    expect(await guardians()).toEqual([])
    await apply({ apoderados: [elena], vinculos: [{ ...secondLink, ...third }] })
    expect(await guardians()).toEqual([{ name: 'Elena' }])
  })

  it('must state their RBD in each row', async () => {
    const { problems } = await apply({ ...bothSchools, funcionarios: testSet.funcionarios })
    expect(problems).toEqual([
      {
        file: 'funcionarios.csv',
        line: null,
        column: null,
        message: 'no se sabe de qué establecimiento son sus filas',
        expected: 'una columna «rbd», o la opción --rbd',
      },
    ])
  })
})
