import { api, type CallName } from '@apoderados/contract/api'
import type { Call } from '@apoderados/contract/call'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileId, type OurSchool, ourSchool } from '../testing/ourSchool.ts'
import { useServer } from '../testing/testServer.ts'

/*
 * Every text of every row ends in a mark that says whose it is, and file ids begin with it. Whatever a parent
 * asks for, with their own ids and with everybody else's, no answer may hold a mark that is not theirs to see.
 */

const PREFIX = 'c0ffee'
const marks = {
  ...{ school: `${PREFIX}0001`, otherSchool: `${PREFIX}0002` },
  ...{ course: `${PREFIX}0003`, nextCourse: `${PREFIX}0004`, otherCourse: `${PREFIX}0005` },
  ...{ own: `${PREFIX}0006`, neighbour: `${PREFIX}0007`, stranger: `${PREFIX}0008` },
  /** What a family of the same course shows, and what it keeps. */
  ...{ mateOpen: `${PREFIX}0009`, mateSecret: `${PREFIX}000a` },
}
type Mark = keyof typeof marks
const PICTURE = '\x89PNG\r\n\x1a\n'

const server = useServer()

/** A course of the school with something to show in every call. */
async function courseOf(school: OurSchool, mark: Mark, sub_period_id: number) {
  const make = school.marked(marks[mark])
  const course_id = await make.course()
  const subject = { scale_type: 'other' as const, employee_id: await make.employee() }
  const course_subject_id = await make.subject(course_id, subject)
  const assessment_id = await make.assessment(course_subject_id, sub_period_id)
  await make.block(course_id, { course_subject_id })
  const event = { course_id, course_subject_id, time: '08:00' }
  const document_id = await make.document(Buffer.from(`%PDF-1.7 ${marks[mark]}`), `${marks[mark]}.pdf`, event)
  return {
    course_id,
    course_subject_id,
    sub_period_id,
    assessment_id,
    document_id,
    employee: subject.employee_id,
  }
}

type Course = Awaited<ReturnType<typeof courseOf>>

const pictures: string[] = []

async function picture(mark: string): Promise<string> {
  const id = fileId(mark)
  pictures.push(id)
  await server().services.files.write(id, Buffer.from(PICTURE + mark, 'latin1'))
  return id
}

/** A family with every record; `open` is the mark of what it lets the course see. */
async function familyOf(school: OurSchool, mark: Mark, course: Course, open: Mark = mark) {
  const make = school.marked(marks[mark])
  const shown = (word: string) => `${word} ${marks[open]}`
  const isMate = open !== mark
  const names = { name: shown('Inés'), last_name: shown('Rojas') }
  const family = await make.family(course.course_id, {
    student: { ...names, second_last_name: shown('Soto'), ...(!isMate && { social_name: shown('Antú') }) },
    enrollment: { photo_id: await picture(marks[mark]) },
    parent: {
      ...names,
      photo_id: await picture(marks[mark]),
      shares_email: isMate,
      ...(isMate && { email: `${marks[open]}@example.com` }),
    },
  })
  const { enrollment_id } = family
  await make.grade(enrollment_id, course.assessment_id, 'MB')
  await make.attend(enrollment_id, '2026-03-05', 'present')
  await make.arrear(enrollment_id)
  const { course_subject_id, employee: employee_id } = course
  await make.observation(enrollment_id, { course_subject_id, employee_id })
  return family
}

type Family = Awaited<ReturnType<typeof familyOf>>
let families: Record<'own' | 'mate' | 'neighbour' | 'stranger', Family>
let courses: Course[]

beforeAll(async () => {
  const school = await ourSchool(server(), { insign_id: await picture(marks.school) }, marks.school)
  const other = await ourSchool(server(), { insign_id: await picture(marks.otherSchool) }, marks.otherSchool)
  const [period, otherPeriod] = [await school.subPeriod(), await other.subPeriod()]
  await school.event()
  await other.event()
  const course = await courseOf(school, 'course', period)
  const nextCourse = await courseOf(school, 'nextCourse', period)
  const otherCourse = await courseOf(other, 'otherCourse', otherPeriod)
  courses = [course, nextCourse, otherCourse]
  families = {
    own: await familyOf(school, 'own', course),
    mate: await familyOf(school, 'mateSecret', course, 'mateOpen'),
    neighbour: await familyOf(school, 'neighbour', nextCourse),
    stranger: await familyOf(other, 'stranger', otherCourse),
  }
})

/** All that the parent gets when they try every call of the table with everybody's ids. */
async function allAnswersTo(asking: Family): Promise<string> {
  const ids: Record<string, (string | number)[]> = {
    student_id: Object.values(families).map(({ student_id }) => student_id),
    establishment_sub_period_id: courses.map(({ sub_period_id }) => sub_period_id),
    course_subject_id: courses.map(({ course_subject_id }) => course_subject_id),
    id: courses.map(({ document_id }) => document_id),
    ...{ date: ['17/08/2026'], date_start: ['01/01/2026'], date_end: ['31/12/2026'] },
  }
  const reads = (Object.entries(api) as [CallName, Call][]).filter(
    ([, call]) => call.needsSession && call.method === 'GET',
  )
  const answers: string[] = []
  for (const [name, call] of reads) {
    const requests = Object.keys(call.request.shape).reduce<Record<string, unknown>[]>(
      (known, field) =>
        known.flatMap((fields) => (ids[field] ?? []).map((id) => ({ ...fields, [field]: id }))),
      [{}],
    )
    for (const fields of requests) {
      const answer = await asking.call(name, fields)
      expect([200, 404], name).toContain(answer.statusCode)
      answers.push(answer.body, JSON.stringify(answer.headers))
    }
  }
  const session = JSON.parse(Buffer.from(asking.jwt.split('.')[1] as string, 'base64url').toString()).sid
  for (const photo of pictures) {
    const answer = await server().app.inject({ url: server().services.links.photo(photo, session) as string })
    answers.push(answer.body)
  }
  return answers.join('\n')
}

/** Whom a text speaks of. */
const marksIn = (text: string) =>
  (Object.entries(marks) as [Mark, string][]).filter(([, mark]) => text.includes(mark)).map(([name]) => name)

describe('of all that the database holds', () => {
  it.each([
    ['own', ['school', 'course', 'own', 'mateOpen']],
    ['mate', ['school', 'course', 'own', 'mateOpen', 'mateSecret']],
    ['neighbour', ['school', 'nextCourse', 'neighbour']],
    ['stranger', ['otherSchool', 'otherCourse', 'stranger']],
  ] as const)('the parent "%s" sees their own, and of others what the course may see', async (name, seen) => {
    expect(marksIn(await allAnswersTo(families[name])).sort()).toEqual([...seen].sort())
  })

  it('classmates see of a family its names alone', async () => {
    const { classmates } = (await families.mate.ask('getClassmates')).json()
    const [{ student, parents, profile_image, enrollment_id }] = classmates
    expect(classmates).toHaveLength(1)
    expect({ profile_image, enrollment_id }).toEqual({
      profile_image: null,
      enrollment_id: families.own.enrollment_id,
    })
    expect(student.name).toBe(`Antú ${marks.own}`)
    expect(parents).toEqual([
      {
        ...{ id: families.own.parent_id, name: `Inés ${marks.own}`, last_name: `Rojas ${marks.own}` },
        ...{ parent_type: 'mother', phone: null, email: null },
      },
    ])
  })

  it('every text column of schools and parents takes part', async () => {
    const { rows } = await server().db.$client.query(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and table_name <> 'audit_log' and (
        table_name in ('establishments', 'parents') or table_name in (
          select table_name from information_schema.columns where column_name = 'establishment_id'))`)
    const unmarked: string[] = []
    for (const { name } of rows) {
      const [table, column] = name.split('.')
      const found = await server().db.$client.query(
        `select 1 from "${table}" where "${column}" like $1 limit 1`,
        [`%${PREFIX}%`],
      )
      if (found.rows.length === 0) unmarked.push(name)
    }
    expect(unmarked.sort()).toEqual([
      // Words of a fixed list, and a secret.
      'arrears.status',
      'attendance.status',
      'course_subjects.scale_type',
      'establishments.rounding',
      'establishments.time_zone',
      'observations.event_type',
      'observations.where_is',
      'parents.password_hash',
      'student_parents.parent_type',
    ])
  })
})
