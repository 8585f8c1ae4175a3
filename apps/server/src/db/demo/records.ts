import type { Files } from '../../fileStore.ts'
import type { Queryable } from '../open.ts'
import { events } from '../schema.ts'
import { planAgenda } from './agenda.ts'
import { schoolCalendar } from './calendar.ts'
import { writeClassBook } from './classBook.ts'
import type { CoursePlan } from './course.ts'
import { type SubjectIds, writeCurriculum, writeStaff } from './curriculum.ts'
import { documentBytes } from './documents.ts'
import { writeGradeBook, writeSubPeriods } from './gradeBook.ts'
import { readPupils } from './pupils.ts'
import { createRandom } from './random.ts'
import { insertRows } from './rows.ts'
import { calendarOf } from './timetable.ts'

type School = {
  db: Queryable
  files: Files
  establishment_id: number
  courses: { plan: CoursePlan; course_id: number }[]
  /** The school year of the records. */
  year: number
  /** Where the school is, `YYYY-MM-DD` and `HH:MM`. */
  today: string
  clock: string
  /** PNG. */
  poster: Buffer
}
type Course = School['courses'][number] & { subjectIds: SubjectIds }

const DOCUMENT_SEED = 404_404

/** All that a school knows of its students by now, and its agenda of the calendar year. */
export async function writeRecords(school: School): Promise<void> {
  const { db, establishment_id, year, today } = school
  const calendar = schoolCalendar(year)
  const staffIds = await writeStaff(db, establishment_id)
  const periodIds = await writeSubPeriods(db, establishment_id, calendar)
  const courses: Course[] = []
  for (const { plan, course_id } of school.courses) {
    const subjectIds = await writeCurriculum(db, { establishment_id, course_id }, plan, staffIds)
    const ofCourse = calendarOf(calendar, plan)
    const held = ofCourse.classDays.filter((day) => day <= today)
    const pupils = await readPupils(db, course_id, held)
    await writeGradeBook(db, { ...school, calendar: ofCourse, plan, periodIds, subjectIds, pupils })
    await writeClassBook(db, { ...school, plan, staffIds, subjectIds, pupils })
    courses.push({ plan, course_id, subjectIds })
  }
  await writeAgenda(school, courses)
}

async function writeAgenda({ db, files, establishment_id, today, poster }: School, courses: Course[]) {
  const random = createRandom(DOCUMENT_SEED)
  const rows: (typeof events.$inferInsert)[] = []
  for (const { plan, events: planned } of planAgenda(
    today,
    courses.map((course) => course.plan),
  )) {
    const course = courses.find((candidate) => candidate.plan === plan)
    for (const { subject, document, ...event } of planned) {
      const document_id = document === null ? null : random.id()
      if (document_id) {
        const name = plan && `${plan.name} ${plan.letter}`
        await files.write(document_id, documentBytes({ ...event, subject, document }, name, poster))
      }
      rows.push({
        establishment_id,
        course_id: course?.course_id ?? null,
        course_subject_id: subject === null ? null : (course?.subjectIds.get(subject) ?? null),
        ...event,
        document_id,
        document_name: document,
      })
    }
  }
  await insertRows(db, events, rows)
}
