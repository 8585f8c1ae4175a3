import { clockInChile, todayInChile } from '@apoderados/contract/values/days'
import type { Database, Queryable } from '@apoderados/core/db/client/open'
import { parents, studentParents } from '@apoderados/core/db/tables/people'
import { assessments } from '@apoderados/core/db/tables/records'
import { courses, demoSchool, establishments } from '@apoderados/core/db/tables/schools'
import { staff } from '@apoderados/core/db/tables/staff'
import type { Files } from '@apoderados/core/files/fileStore'
import { schoolCalendar } from '@apoderados/school-data/calendar/calendar'
import { schoolYear } from '@apoderados/school-data/calendar/schoolYear'
import { demoRows } from '@apoderados/school-data/demo/demoRows'
import { demoRbds } from '@apoderados/school-data/demo/demoSchools'
import { DEMO_PASSWORD } from '@apoderados/school-data/demo/families'
import { readPictures } from '@apoderados/school-data/pictures'
import { notInArray, sql } from 'drizzle-orm'
import type { Passwords } from '../auth/passwords.ts'
import { insertDemoExcuses } from './excuses.ts'
import { insertSchools } from './insertSchools.ts'
import { insertDemoNews } from './news.ts'

export type DemoState = 'loaded' | 'kept' | 'rebuilt' | 'not a demo' | 'off'

/**
 * Loads the demo's schools into an empty database. An existing demo is rebuilt if its calendar year, school year or
 * semester has passed, or if its pictures are missing. Nothing changes if the database holds another school or an
 * account outside the demo's families, or if the operator removed the demo.
 */
export async function loadDemo(
  db: Database,
  files: Files,
  passwords: Passwords,
  now = new Date(),
): Promise<DemoState> {
  const today = todayInChile(now)
  const calendarYear = Number(today.slice(0, 4))
  const [demo] = await db.select({ year: demoSchool.year, is_off: demoSchool.is_off }).from(demoSchool)
  if (demo?.is_off) return 'off'
  if (!demo && (await hasSchoolsOrAccounts(db))) return 'not a demo'
  const [school] = await db.select({ badge: establishments.insign_id }).from(establishments).limit(1)
  const hasPictures = school?.badge && (await files.read(school.badge))
  const [course] = await db.select({ year: courses.year }).from(courses).limit(1)
  const isCurrent = demo?.year === calendarYear && course?.year === schoolYear(today)
  if (isCurrent && hasPictures && (await hasAssessmentsOfBegunSemesters(db, today))) return 'kept'
  const password_hash = await passwords.hash(DEMO_PASSWORD)
  const pictures = await readPictures()
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = 0`)
    await transaction.execute(sql`lock table ${establishments} in share row exclusive mode`)
    if (await (demo ? hasOtherSchoolsOrAccounts(transaction) : hasSchoolsOrAccounts(transaction)))
      return demo ? 'kept' : 'not a demo'
    await transaction.execute(
      sql`truncate ${establishments}, ${parents}, ${staff}, ${demoSchool} restart identity cascade`,
    )
    const demoTime = { year: schoolYear(today), today, clock: clockInChile(now) }
    const { rows, files: pictureFiles } = demoRows(demoTime, pictures)
    for (const { id, bytes } of pictureFiles) await files.write(id, bytes)
    await insertSchools(transaction, rows, { password_hash, confirmed_on: `${demoTime.year}-03-04` })
    await insertDemoNews(transaction, now)
    await insertDemoExcuses(transaction, now)
    await transaction.insert(demoSchool).values({ year: calendarYear })
    return demo ? 'rebuilt' : 'loaded'
  })
}

/** Lets a later `loadDemo` load the demo again after `removeDemo`, unless the database holds a school or an account. */
export async function allowDemo(db: Queryable): Promise<void> {
  if (!(await hasSchoolsOrAccounts(db))) await db.delete(demoSchool)
}

/** True if the database holds any school or account. */
async function hasSchoolsOrAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${establishments} union all select 1 from ${parents} limit 1`,
  )
  return rows.length > 0
}

/** True if the database holds a school, or an account without students, that does not belong to the demo. */
async function hasOtherSchoolsOrAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${establishments} where ${notInArray(establishments.rbd, demoRbds)}
      union all select 1 from ${parents} where ${parents.email} not like '%@example.com'
        and not exists (select from ${studentParents} where ${studentParents.parent_id} = ${parents.id})
      union all select 1 from ${staff} where ${staff.email} not like '%@example.com' limit 1`,
  )
  return rows.length > 0
}

/** True if each semester that has begun has assessments; false when a semester began after the demo was loaded. */
async function hasAssessmentsOfBegunSemesters(db: Database, today: string): Promise<boolean> {
  const begunPeriods = schoolCalendar(schoolYear(today)).periods.filter(({ starts_on }) => starts_on <= today)
  const graded = await db.selectDistinct({ id: assessments.sub_period_id }).from(assessments)
  return graded.length >= begunPeriods.length
}
