import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Files } from '../../files.ts'
import type { Passwords } from '../../passwords.ts'
import type { Database } from '../open.ts'
import { assessments, courses, demoSchool, establishments, parents } from '../schema.ts'
import { schoolCalendar } from './calendar.ts'
import { DEMO_PASSWORD } from './families.ts'
import type { Pictures } from './roll.ts'
import { writeSchools } from './schools.ts'
import { clockInChile, schoolYear, todayInChile } from './schoolYear.ts'

const picturesFolder = new URL('./photos/', import.meta.url)

export type DemoState = 'loaded' | 'kept' | 'rebuilt' | 'not a demo'

/**
 * Loads the demo school into an empty database; rebuilds it when its calendar or school year has passed, as it
 * is made for the year around `now`, when a semester has begun since, or when its pictures are gone with their
 * folder. A database with a school of its own is left alone.
 */
export async function loadDemo(
  db: Database,
  files: Files,
  passwords: Passwords,
  now = new Date(),
): Promise<DemoState> {
  const today = todayInChile(now)
  const calendarYear = Number(today.slice(0, 4))
  const [demo] = await db.select({ year: demoSchool.year }).from(demoSchool)
  const [school] = await db.select({ badge: establishments.insign_id }).from(establishments).limit(1)
  const hasPictures = school?.badge && (await files.read(school.badge))
  const [course] = await db.select({ year: courses.year }).from(courses).limit(1)
  const isOfToday = demo?.year === calendarYear && course?.year === schoolYear(today)
  if (isOfToday && hasPictures && (await isGraded(db, today))) return 'kept'
  if (school && !demo) return 'not a demo'
  const password_hash = await passwords.hash(DEMO_PASSWORD)
  const pictures = await readPictures()
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local statement_timeout = 0`)
    await transaction.execute(
      sql`truncate ${establishments}, ${parents}, ${demoSchool} restart identity cascade`,
    )
    await writeSchools({
      db: transaction,
      files,
      password_hash,
      pictures,
      year: schoolYear(today),
      today,
      clock: clockInChile(now),
    })
    await transaction.insert(demoSchool).values({ year: calendarYear })
  })
  return demo ? 'rebuilt' : 'loaded'
}

/** Each semester begun has grades: not so when one began since, or in a demo from before there were any. */
async function isGraded(db: Database, today: string): Promise<boolean> {
  const begun = schoolCalendar(schoolYear(today)).periods.filter(({ starts_on }) => starts_on <= today)
  const graded = await db.selectDistinct({ id: assessments.sub_period_id }).from(assessments)
  return graded.length >= begun.length
}

async function readPictures(): Promise<Pictures> {
  const names = (await readdir(picturesFolder)).sort()
  const read = (prefix: string) =>
    Promise.all(
      names.filter((name) => name.startsWith(prefix)).map((name) => readFile(new URL(name, picturesFolder))),
    )
  return {
    shortHaired: await read('portrait-short'),
    longHaired: [...(await read('portrait-long')), ...(await read('portrait-buns'))],
    badges: await read('badge'),
  }
}
