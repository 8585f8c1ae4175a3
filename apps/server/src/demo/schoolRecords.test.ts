import { clockInChile } from '@apoderados/contract/values/days'
import { allowsEvents, schoolCalendar } from '@apoderados/school-data/calendar/calendar'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDemoRecords } from '../testing/useDemoRecords.ts'

const { server, files, load, column, number } = useDemoRecords()

const MARTINA_ID = 1
const TOMAS_ID = 31
const ANTONIA_ID = 65
/**
 * A subquery with one row per student and assessment, and its grade; a pending one has no tenths and no concept.
 */
const assessmentMarks = sql`(
  select e.student_id, s.name as subject, s.scale_type, p.name as period, a.held_on, g.tenths, g.concept,
    num_nonnulls(g.tenths, g.concept) = 1 as is_graded
  from enrollments e
  join course_subjects s on s.course_id = e.course_id
  join assessments a on a.course_subject_id = s.id
  join sub_periods p on p.id = a.sub_period_id
  left join grades g on g.assessment_id = a.id and g.enrollment_id = e.id
) as marks`
const recordsOfStudent = (table: SQL, student: number) =>
  sql`(select ${table}.*, student_id from ${table} join enrollments e on e.id = enrollment_id
    where student_id = ${student}) as own`

const demoTimes = [
  '2026-01-02T15:00:00Z',
  '2028-02-29T15:00:00Z',
  '2026-03-08T15:00:00Z',
  '2026-03-09T15:00:00Z',
  '2026-07-06T15:00:00Z', // The second semester begins on this day.
  '2026-08-17T15:00:00Z',
  '2026-09-18T15:00:00Z',
  '2026-12-25T15:00:00Z', // The day is a holiday, on which courses have no events.
  '2026-12-31T15:00:00Z',
]

describe.each(demoTimes)('at %s the demo school', (now) => {
  const today = now.slice(0, 10)
  const calendar = schoolCalendar(schoolYear(today))
  const begunPeriods = calendar.periods.filter(({ starts_on }) => starts_on <= today).map(({ name }) => name)
  const current = begunPeriods.at(-1)
  const isFirstDay = today === '2026-03-09' // The demo shows the school year 2026 from this day, its fourth class day.
  beforeAll(() => load(now))

  it('has grades of both students in each semester that has begun, and in no other', async () => {
    for (const student of [MARTINA_ID, TOMAS_ID]) {
      const graded = sql`select distinct period from ${assessmentMarks} where student_id = ${student} and is_graded order by 1`
      expect(await column(graded)).toEqual(begunPeriods)
    }
  })

  it('has a weak subject, a low grade elsewhere, concepts and a pending grade for Martina', async () => {
    const ofMartina = sql`${assessmentMarks} where student_id = ${MARTINA_ID}`
    const weak = sql`select subject from ${ofMartina} and period = ${current} group by 1 having avg(tenths) < 39.5`
    expect(await column(weak)).toContain('Inglés')
    expect(
      await number(sql`select count(*) from ${ofMartina} and scale_type = 'other' and concept is not null`),
    ).toBeGreaterThan(0)
    expect(
      await number(
        sql`select count(*) from ${ofMartina} and period = ${current} and not is_graded and held_on <= ${today}`,
      ),
    ).toBeGreaterThan(0)
    expect(
      await number(sql`select count(*) from ${ofMartina} and subject <> 'Inglés' and tenths < 40`),
    ).toBeGreaterThan(0)
  })

  it('has a subject without a grade and an exemption for Tomás', async () => {
    const ofTomas = sql`${assessmentMarks} where student_id = ${TOMAS_ID} and period = ${current}`
    const empty = sql`select subject from ${ofTomas} group by 1 having not bool_or(is_graded)`
    expect(await column(empty)).toContain('Tecnología')
    const exempt = sql`select distinct subject || ' ' || scale_type from ${assessmentMarks} where student_id = ${TOMAS_ID} and concept = 'EX'`
    // The assessment with the exemption is on the first lesson of its subject in the semester: in March 2026 on
    // Tuesday 10 March.
    expect(await column(exempt)).toEqual(isFirstDay ? [] : ['Educación Física y Salud number'])
  })

  it('has observations of all types and places, and a student without one type', async () => {
    const ofMartina = recordsOfStudent(sql`observations`, MARTINA_ID)
    const ofTomas = recordsOfStudent(sql`observations`, TOMAS_ID)
    expect(
      await column(sql`select event_type || count(*) from ${ofMartina} group by event_type order by 1`),
    ).toEqual(['negative2', 'neutral1', 'positive3'])
    expect(await column(sql`select distinct event_type from ${ofTomas} order by 1`)).toEqual([
      'neutral',
      'positive',
    ])
    const places = sql`select distinct where_is from (select where_is from ${ofMartina} union select where_is from ${ofTomas}) as both_ order by 1`
    expect(await column(places)).toEqual(['address', 'inspectorate', 'schoollife', 'utp', null])
    const kinds = sql`select distinct concat_ws(' ', employee_id is null, course_subject_id is null, in_class) from ${ofMartina} order by 1`
    expect(await column(kinds)).toEqual(['f f t', 'f t f', 't t f'])
  })

  it('has late arrivals of all statuses on days with the status late, in the morning in Chile', async () => {
    const ofMartina = recordsOfStudent(sql`arrears`, MARTINA_ID)
    expect(await column(sql`select status from ${ofMartina} order by status`)).toEqual([
      'created',
      'justified',
      'pending',
      'rejected',
    ])
    expect(await number(sql`select count(distinct coalesce(observation, '')) from ${ofMartina}`)).toBe(4)
    const { rows } = await server().db.execute<{ date_late: Date }>(sql`select date_late from arrears`)
    for (const { date_late } of rows) {
      const clock = clockInChile(new Date(date_late))
      expect(clock >= '08:03' && clock <= '08:40', clock).toBe(true)
    }
    const unmarked = sql`select count(*) from arrears a left join attendance d
      on d.enrollment_id = a.enrollment_id and d.day = (date_late at time zone 'America/Santiago')::date
      where d.status is distinct from 'late'`
    expect(await number(unmarked)).toBe(0)
  })

  it('has attendance on class days only, good and poor', async () => {
    const rate = (student: number) =>
      number(
        sql`select 100 * avg((status <> 'absent')::int) from ${recordsOfStudent(sql`attendance`, student)}`,
      )
    expect(await rate(TOMAS_ID)).toBeLessThan(85)
    if (!isFirstDay) {
      expect(await rate(MARTINA_ID)).toBeGreaterThan(90)
      expect(await rate(MARTINA_ID)).toBeLessThan(94)
      expect(await rate(TOMAS_ID)).toBeGreaterThan(81)
    }
    const classDays = await column(sql`select distinct day from attendance order by 1`)
    expect(classDays).toEqual(calendar.classDays.filter((day) => day <= today))
    const before = sql`select count(*) from attendance join enrollments e on e.id = enrollment_id where day < enrolled_on`
    expect(await number(before)).toBe(0)
  })

  it('has a week with breaks and a weekday without classes', async () => {
    const weekdays = (course: number) =>
      column(sql`select distinct weekday from blocks where course_id = ${course} order by 1`)
    expect(await weekdays(1)).toEqual(['1', '2', '3', '4', '5'])
    expect(await weekdays(2)).toEqual(['1', '2', '3', '4'])
    const playtimes = sql`select starts_at from blocks where course_id = 1 and weekday = 1 and course_subject_id is null order by 1`
    expect(await column(playtimes)).toEqual(['09:30:00', '11:15:00', '13:00:00'])
  })

  it('has an agenda of this calendar year with all kinds of events', async () => {
    for (const course of [1, 2]) {
      const events = sql`events where course_id is null or course_id = ${course}`
      const found = await column(sql`select day from ${events} order by day`)
      expect(found[0]?.slice(0, 4)).toBe(today.slice(0, 4))
      expect(found.at(-1)?.slice(0, 4)).toBe(today.slice(0, 4))
      expect(new Set(found).size).toBeGreaterThan(100)
      if (allowsEvents(schoolCalendar(Number(today.slice(0, 4))), today))
        expect(new Set(found)).toContain(today)
      expect(found.length - new Set(found).size).toBeGreaterThan(10)
      for (const state of [
        sql`course_id is null`,
        sql`course_id is not null and course_subject_id is null`,
        sql`course_subject_id is not null and content is null`,
        sql`title is null`,
        sql`title = ''`,
        sql`description is null`,
        sql`description is not null`,
        sql`time is null`,
        sql`time between '08:00' and '18:30'`,
        sql`document_id is null`,
        sql`document_name ~ '[^[:ascii:]]'`,
      ]) {
        expect(
          await number(sql`select count(*) from (select * from ${events}) as o where ${state}`),
        ).toBeGreaterThan(0)
      }
    }
  })

  it('has class events on class days only', async () => {
    const classDays = new Set(schoolCalendar(Number(today.slice(0, 4))).classDays)
    const dated = await column(sql`select distinct day from events where course_id is not null`)
    expect(dated.filter((day) => !classDays.has(day as string))).toEqual([])
  })

  it('has nothing in the future but events and pending assessments', async () => {
    const future = sql`
      select day from attendance where day > ${today}
      union all select date from observations where date > ${today}
      union all select enrolled_on from enrollments where enrolled_on > ${today}
      union all select held_on from ${assessmentMarks} where is_graded and held_on > ${today}
      union all select date_late::date from arrears where date_late > ${now}`
    expect(await column(future)).toEqual([])
  })

  it('has no records of Antonia, who is alone in her course', async () => {
    const school = await number(
      sql`select establishment_id from enrollments where student_id = ${ANTONIA_ID}`,
    )
    expect(await number(sql`select count(*) from students where establishment_id = ${school}`)).toBe(1)
    for (const table of [
      'course_subjects',
      'sub_periods',
      'assessments',
      'grades',
      'attendance',
      'arrears',
      'observations',
      'blocks',
      'events',
    ]) {
      const count = sql`select count(*) from ${sql.identifier(table)} where establishment_id = ${school}`
      expect(await number(count), table).toBe(0)
    }
  })

  it('attaches complete files', async () => {
    const { rows } = await server().db.execute<{ id: string; name: string }>(
      sql`select document_id as id, document_name as name from events where document_id is not null`,
    )
    expect(rows.length).toBeLessThan(60)
    for (const { id, name } of rows) {
      const bytes = await files().read(id)
      const head = bytes?.subarray(0, 5).toString('latin1')
      expect(head, name).toBe(name.endsWith('.png') ? '\x89PNG\r' : '%PDF-')
    }
    expect(new Set(rows.map(({ name }) => name.slice(-4)))).toEqual(new Set(['.pdf', '.png']))
  })
})
