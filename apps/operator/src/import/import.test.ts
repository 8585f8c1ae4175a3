import type { CallName } from '@apoderados/contract/api'
import { CAROLINA, useServer } from '@apoderados/server/testing/testServer'
import { beforeEach, describe, expect, it } from 'vitest'
import { importRecords, type OurSet } from '../testing/importRecords.ts'
import {
  arrear,
  courseA,
  elena,
  exam,
  grade,
  ines,
  linkOfElena,
  linkOfLuis,
  linkOfMarie,
  luis,
  marie,
  observation,
  ourSet,
  present,
  RBD,
  school,
  test,
  tomas,
} from '../testing/ourSet.ts'
import type { CountsByName } from './write.ts'

const server = useServer()

const query = async (sql: string, parameters: unknown[] = []) =>
  (await server().db.$client.query(sql, parameters)).rows
const apply = (set: OurSet, options = {}) => importRecords(server(), set, options)
const dryRun = (set: OurSet, options = {}) => importRecords(server(), set, { ...options, isApplied: false })

/** The kinds of which anything came or went: `matrículas: '+1 ~0 -2'`. */
const moved = (counts: CountsByName) =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([name, { added, changed, ended }]) =>
      added + changed + ended > 0 ? [[name, `+${added} ~${changed} -${ended}`]] : [],
    ),
  )

/** As the app asks, for the guardian of that e-mail, who gets the demo's password. */
async function asGuardian(email: string) {
  await query(
    'update parents set password_hash = (select password_hash from parents where email = $1) where email = $2',
    [CAROLINA, email],
  )
  const jwt = await server().signIn(email)
  const profile = (await server().send('getProfile', {}, { jwt })).json()
  const student_id = profile.students[0]?.id
  const ask = async (name: CallName, fields = {}) =>
    (await server().send(name, { student_id, ...fields }, { jwt })).json()
  return { profile, ask }
}

beforeEach(async () => {
  await query(`truncate establishments, parents restart identity cascade`)
  await query(
    `insert into parents (email, password_hash, name, last_name)
    values ($1, $2, 'Nadie', 'Nadie')`,
    [CAROLINA, await server().services.passwords.hash('demo1234')],
  )
})

describe('a set', () => {
  it('is new the first time and left as it is the second', async () => {
    const first = await apply(ourSet)
    expect(first.problems).toEqual([])
    expect(first.warnings).toEqual([])
    expect(moved(first.counts)).toEqual({
      ...{ establecimientos: '+1 ~0 -0', periodos: '+2 ~0 -0', cursos: '+2 ~0 -0', funcionarios: '+1 ~0 -0' },
      ...{ asignaturas: '+2 ~0 -0', alumnos: '+2 ~0 -0', matrículas: '+2 ~0 -0', apoderados: '+3 ~0 -0' },
      ...{ vínculos: '+3 ~0 -0', horario: '+2 ~0 -0', evaluaciones: '+2 ~0 -0', notas: '+2 ~0 -0' },
      ...{ asistencia: '+3 ~0 -0', atrasos: '+1 ~0 -0', observaciones: '+1 ~0 -0', agenda: '+2 ~0 -0' },
    })
    const again = await apply(ourSet)
    expect(moved(again.counts)).toEqual({})
    expect(again.counts.notas?.left).toBe(2)
    expect(again.invited).toEqual([])
  })

  it('of a dry run tells the same and writes nothing', async () => {
    const told = await dryRun(ourSet)
    expect(await query('select 1 from establishments')).toEqual([])
    const done = await apply(ourSet)
    expect(done.counts).toEqual(told.counts)
  })

  it('of a dry run tells the same of a change', async () => {
    await apply(ourSet)
    const changed: OurSet = {
      ...ourSet,
      alumnos: [{ ...ines, name: 'Inés Antonia' }],
      vinculos: [linkOfElena, { ...linkOfLuis, financial_proxy: true }],
      horario: ourSet.horario.slice(0, 1),
      notas: [{ ...grade, tenths: 55 }],
    }
    const told = await dryRun(changed)
    const done = await apply(changed)
    expect(moved(done.counts)).toEqual({
      ...{ alumnos: '+0 ~1 -0', matrículas: '+0 ~1 -1', vínculos: '+0 ~1 -0', horario: '+0 ~0 -1' },
      notas: '+0 ~1 -0',
    })
    expect(moved(told.counts)).toEqual(moved(done.counts))
  })

  it('is what the guardian reads, page by page', async () => {
    await apply(ourSet)
    const { profile, ask } = await asGuardian(elena.email)
    expect(profile).toMatchObject({
      name: 'Elena',
      rut: '42510001',
      rut_dv: '7',
      permission: 'Apoderado titular',
    })
    expect(profile.students).toMatchObject([
      {
        ...{ name: 'Inés', rut: '40215347', birthday: '2015-05-17', gender: 'Femenino' },
        enrollment: { course: '5° Básico A', year: 2026 },
        establishment: { name: 'Colegio Los Aromos', rbd: RBD, phone: '+56223456789' },
        student_parent: { parent_type: 'mother', other_type: null, financial_proxy: true },
      },
    ])
    const range = { date_start: '01/08/2026', date_end: '31/08/2026' }
    expect(await ask('countDiaryEvents', range)).toEqual({ diary_counts: { '2026-08-17': 2 } })
    expect(await ask('getDiaryEvents', { date: '17/08/2026' })).toMatchObject([
      { title: 'Reunión de apoderados', date: '2026-08-17', course: null },
      { title: 'Prueba Unidad 2', date: '2026-08-17T08:00:00-04:00', subject: { name: 'Matemática' } },
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
      { date: '2026-03-11', employee: { last_name: 'Fuentes' }, subject: 'Matemática' },
    ])
    expect(await ask('getArrears')).toMatchObject({
      arrears: [
        { date_late: '2026-03-10T11:17:00.000Z', status: 'pending', observation: 'Sin justificativo' },
      ],
      attendance_percentage: 100,
    })
    const { classmates } = await ask('getClassmates')
    expect(classmates).toMatchObject([{ list_number: 1, student: { name: 'Tomás', last_name: 'Álvarez' } }])
  })

  it('shows separated parents the same, and neither the other’s contact', async () => {
    await apply({ ...ourSet, apoderados: [{ ...elena, shares_email: true }, luis, marie] })
    const [hers, his] = [await asGuardian(elena.email), await asGuardian(luis.email)]
    expect(await his.ask('getObservations')).toEqual(await hers.ask('getObservations'))
    expect(await his.ask('getClassmates')).toEqual(await hers.ask('getClassmates'))
    const seen = JSON.stringify([his.profile, await his.ask('getClassmates')])
    expect(seen).not.toContain(elena.email)
    expect(seen).not.toContain(elena.phone)
  })
})

describe('students', () => {
  const openCourses = () =>
    query(`select students.name, courses.letter from enrollments
      join students on students.id = student_id join courses on courses.id = course_id
      where withdrawn_on is null order by 1, 2`)

  it('missing in their course’s list have left', async () => {
    await apply(ourSet)
    const { counts } = await apply({ alumnos: [ines] })
    expect(moved(counts).matrículas).toBe('+0 ~1 -1') // the other moves up in the list
    expect(await openCourses()).toEqual([{ name: 'Inés', letter: 'A' }])
  })

  it('stay when their course is not in the file', async () => {
    await apply({ ...ourSet, alumnos: [ines, { ...tomas, letter: 'B' }] })
    const { counts } = await apply({ alumnos: [ines] })
    expect(moved(counts)).toEqual({})
  })

  it('who moved to another course are there and no more here', async () => {
    await apply(ourSet)
    const { problems, counts } = await apply({ alumnos: [{ ...ines, letter: 'B' }] })
    expect(problems).toEqual([])
    expect(moved(counts).matrículas).toBe('+1 ~0 -1')
    expect(await openCourses()).toEqual([
      { name: 'Inés', letter: 'B' },
      { name: 'Tomás', letter: 'A' },
    ])
  })

  it('end on the day that the list says, and are back when it says none', async () => {
    await apply(ourSet)
    const left = { ...tomas, withdrawn_on: '2026-05-04' }
    expect(moved((await apply({ alumnos: [ines, left] })).counts)).toEqual({ matrículas: '+0 ~0 -1' })
    expect(await query('select withdrawn_on::text from enrollments where withdrawn_on is not null')).toEqual([
      { withdrawn_on: '2026-05-04' },
    ])
    expect(moved((await apply({ alumnos: [ines, left] })).counts)).toEqual({})
    expect(moved((await apply({ alumnos: [ines, tomas] })).counts)).toEqual({ matrículas: '+0 ~1 -0' })
  })

  it('without a number stand in the order of the Spanish alphabet', async () => {
    const named = (rut: string, last_name: string) => ({ ...ines, rut, last_name })
    const alumnos = [
      ...[named('40100007', 'Oyarzún'), named('40215347', 'Ñancupil'), named('40318926', 'Nuñez')],
      named('40427815', 'Álvarez'),
    ]
    await apply({
      ...ourSet,
      alumnos,
      vinculos: [],
      notas: [],
      asistencia: [],
      atrasos: [],
      observaciones: [],
    })
    const rows = await query(`select last_name from enrollments join students on students.id = student_id
      order by list_number`)
    expect(rows.map(({ last_name }) => last_name)).toEqual(['Álvarez', 'Nuñez', 'Ñancupil', 'Oyarzún'])
  })

  it('keep a social name and its showing that the list does not speak of', async () => {
    await apply({ ...ourSet, alumnos: [{ ...ines, social_name: 'Antú', shows_social_name: true }, tomas] })
    await apply(ourSet)
    expect(await query(`select social_name, shows_social_name from students where rut = '40215347'`)).toEqual(
      [{ social_name: 'Antú', shows_social_name: true }],
    )
  })
})

describe('guardians', () => {
  it('that are new get one invitation each, by mail, and no password', async () => {
    const { invited } = await apply(ourSet)
    expect(invited).toHaveLength(3)
    expect(await query(`select distinct kind from mails`)).toEqual([{ kind: 'invitation' }])
    expect(await query('select 1 from mails')).toHaveLength(3)
    expect(await query('select 1 from parents where password_hash is not null')).toHaveLength(1)
    expect(await query('select 1 from parents where password_changed')).toEqual([])
  })

  it('whose access is closed from the start hear nothing', async () => {
    const closed = { ...linkOfLuis, has_access: false, no_access_reason: 'Resolución judicial' }
    const { invited } = await apply({ ...ourSet, vinculos: [linkOfElena, closed, linkOfMarie] })
    expect(invited).toHaveLength(2)
  })

  it('keep their choice to share where the sheet says nothing', async () => {
    await apply(ourSet)
    await query(`update parents set shares_email = true where email = $1`, [elena.email])
    await apply({ ...ourSet, apoderados: ourSet.apoderados.map((row) => ({ ...row, shares_phone: null })) })
    expect(
      await query(`select shares_phone, shares_email from parents where email = $1`, [elena.email]),
    ).toEqual([{ shares_phone: true, shares_email: true }])
  })

  it('who never signed in are invited anew at a corrected address, and the old password is dead', async () => {
    await apply(ourSet)
    const [before] = await query(
      `select code from invitations join parents on parents.id = parent_id
      where email = $1`,
      [luis.email],
    )
    const corrected = { ...luis, email: 'luis.rojas.soto@example.com' }
    const { invited } = await apply({ ...ourSet, apoderados: [elena, corrected, marie] })
    expect(invited).toHaveLength(1)
    const [after] = await query(
      `select code from invitations join parents on parents.id = parent_id
      where email = $1`,
      [corrected.email],
    )
    expect(after?.code).not.toBe(before?.code)
  })

  it('who use their account keep its e-mail, with a warning', async () => {
    await apply(ourSet)
    await asGuardian(luis.email)
    const { warnings } = await apply({
      ...ourSet,
      apoderados: [elena, { ...luis, email: 'otro@example.com' }],
    })
    expect(warnings).toMatchObject([
      { file: 'apoderados.csv', line: 3, message: 'la cuenta ya se usa con otro correo, que no cambia' },
    ])
    expect(await query('select 1 from parents where email = $1', [luis.email])).toHaveLength(1)
  })
})

describe('links', () => {
  const accessOf = (email: string) =>
    query(
      `select has_access, no_access_reason from student_parents join parents on parents.id = parent_id
      where email = $1`,
      [email],
    )
  const blocked = { ...linkOfLuis, has_access: false, no_access_reason: 'Resolución judicial' }

  it('missing in the list of a student who is in it end', async () => {
    await apply(ourSet)
    const { counts } = await apply({ vinculos: [linkOfElena] })
    expect(moved(counts)).toEqual({ vínculos: '+0 ~0 -1' })
    expect(await accessOf(luis.email)).toEqual([])
  })

  it('are closed with their reason', async () => {
    await apply(ourSet)
    await apply({ vinculos: [linkOfElena, blocked] })
    expect(await accessOf(luis.email)).toEqual([
      { has_access: false, no_access_reason: 'Resolución judicial' },
    ])
  })

  it('that are closed stay closed, whatever an older list says, and do not vanish with it', async () => {
    await apply({ ...ourSet, vinculos: [linkOfElena, blocked, linkOfMarie] })
    const { counts, warnings } = await apply({ vinculos: ourSet.vinculos })
    expect(warnings).toMatchObject([{ message: 'el acceso está bloqueado y sigue así' }])
    expect(moved(counts)).toEqual({})
    await apply({ vinculos: [linkOfElena] })
    expect(await accessOf(luis.email)).toEqual([
      { has_access: false, no_access_reason: 'Resolución judicial' },
    ])
  })
})

describe('a year’s records', () => {
  it('lose a grade that is pending again', async () => {
    await apply(ourSet)
    const { counts } = await apply({ notas: [{ ...grade, tenths: null }] })
    expect(moved(counts)).toEqual({ notas: '+0 ~0 -1' })
  })

  it('keep what a file does not hold, unless it is said to hold everything', async () => {
    await apply(ourSet)
    const less: OurSet = {
      evaluaciones: ourSet.evaluaciones.slice(0, 1),
      notas: [{ ...grade, student_rut: '40318926', tenths: 40 }],
      asistencia: [
        ...[
          { ...present, day: '2026-03-09' },
          { ...present, day: '2026-03-11' },
        ],
      ],
      atrasos: [
        ...[{ ...arrear, date_late: '2026-03-09 08:10' }],
        ...[{ ...arrear, date_late: '2026-03-11 08:10' }],
      ],
      observaciones: [{ ...observation, observation: 'Otra cosa.' }],
      agenda: [{ ...test, title: 'Prueba Unidad 3' }],
    }
    const sheets = ['notas', 'asistencia', 'atrasos', 'observaciones', 'agenda'] as const
    const partly = await dryRun(less)
    expect(moved(partly.counts)).toEqual({
      ...{ notas: '+1 ~0 -0', asistencia: '+1 ~0 -0', atrasos: '+2 ~0 -0', observaciones: '+1 ~0 -0' },
      agenda: '+1 ~0 -0',
    })
    const { counts } = await apply(less, { complete: sheets })
    expect(moved(counts)).toEqual({
      ...{ notas: '+1 ~0 -1', asistencia: '+1 ~0 -1', atrasos: '+2 ~0 -1', observaciones: '+1 ~0 -1' },
      agenda: '+1 ~0 -1',
    })
  })

  it('lose an assessment with its grades, where the file is said to hold all of them', async () => {
    await apply(ourSet)
    const { counts } = await apply(
      { evaluaciones: [{ ...exam, code: 'P2' }] },
      { complete: ['evaluaciones'] },
    )
    expect(moved(counts)).toEqual({ evaluaciones: '+1 ~0 -1' })
    expect(await query('select concept from grades')).toEqual([{ concept: 'MB' }])
  })

  it('of a student who moved hang on the course of each assessment', async () => {
    await apply(ourSet)
    await apply({ alumnos: [tomas, { ...ines, letter: 'B', enrolled_on: '2026-05-01' }] })
    const { problems, counts } = await apply({ notas: [{ ...grade, tenths: 60 }] })
    expect(problems).toEqual([])
    expect(moved(counts)).toEqual({ notas: '+0 ~1 -0' })
  })
})

describe('two schools', () => {
  const second = '90010-9'
  const other: OurSet = {
    establecimientos: [{ ...school, rbd: second, name: 'Liceo Puerta del Valle' }],
    cursos: [{ ...courseA, rbd: second }],
    alumnos: [{ ...tomas, rbd: second, rut: '40427815', rut_dv: '0' }],
    vinculos: [{ ...linkOfElena, student_rut: '40427815' }],
  }
  const both: OurSet = {
    establecimientos: [...ourSet.establecimientos, ...(other.establecimientos ?? [])],
    cursos: [...ourSet.cursos, ...(other.cursos ?? [])],
    alumnos: [...ourSet.alumnos, ...(other.alumnos ?? [])],
    apoderados: ourSet.apoderados,
    vinculos: [...ourSet.vinculos, ...(other.vinculos ?? [])],
  }

  it('share a guardian, who is invited once', async () => {
    const { problems, counts, invited } = await apply(both)
    expect(problems).toEqual([])
    expect(counts.apoderados).toEqual({ added: 3, changed: 0, ended: 0, left: 0 })
    expect(invited).toHaveLength(3)
    expect(moved((await apply(both)).counts)).toEqual({})
    const { profile } = await asGuardian(elena.email)
    expect(profile.students).toHaveLength(2)
  })

  it('touch each other in nothing', async () => {
    await apply(both)
    const { counts } = await apply({
      ...other,
      alumnos: [{ ...tomas, rbd: second, rut: '40533274', rut_dv: '4' }],
      vinculos: [],
    })
    expect(moved(counts).matrículas).toBe('+1 ~0 -1')
    expect(await query('select 1 from enrollments where withdrawn_on is null')).toHaveLength(3)
  })

  it('need their RBD in each row', async () => {
    const { problems } = await apply({ ...both, funcionarios: ourSet.funcionarios })
    expect(problems).toEqual([
      {
        ...{ file: 'funcionarios.csv', line: null, column: null },
        message: 'no se sabe de qué establecimiento son sus filas',
        expected: 'una columna «rbd», o la opción --rbd',
      },
    ])
  })
})
