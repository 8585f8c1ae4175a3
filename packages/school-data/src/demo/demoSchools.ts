import type { Closure } from '@apoderados/contract/values/daysOff'
import { schoolCalendar } from '../calendar/calendar.ts'
import type { CoursePlan } from '../courses/course.ts'
import { calendarOfCourse } from '../courses/timetable.ts'
import { drawHousehold } from '../people/households.ts'
import { createNumbers, type NumberRanges, withCheckDigit } from '../people/numbers.ts'
import { type Course, drawPupil, listNumbersOf, type Pupil, sortByName } from '../people/pupils.ts'
import { createRandom } from '../random.ts'
import { isAnnounced, planAssessments } from '../records/assessments.ts'
import { drawPupilRecords, type RecordLimits } from '../records/pupilRecords.ts'
import type { CourseRecords, School } from '../school.ts'
import { planAgenda } from './agenda.ts'
import { fixedPupils } from './families.ts'
import { fifthCourse } from './fifthCourse.ts'
import { staff } from './staff.ts'
import { tenthCourse } from './tenthCourse.ts'

const SEED = 90_002

/** The demo's RUNs are from 40 to 43 million, which are unassigned; generated sets use higher ones. */
const demoRanges: NumberRanges = {
  staff: { first: 42_990_000, size: 10_000, step: 1 },
  guardians: { first: 41_312_347, size: 1_600_000, step: 12_347 },
  students: { first: 40_201_379, size: 98_000, step: 1_379 },
  firstMobile: 1,
  email: (_name, _last_name, phone) => `familia.${phone.slice(-4)}@example.com`,
}

const recordLimits: RecordLimits = {
  absencePercentMax: 14,
  lateArrivalsMax: 3,
  observationsMax: 3,
  hasGaps: false,
}

/** RBDs that no real school has. They distinguish the demo's schools from others in the database. */
const AROMOS_RBD = withCheckDigit(90_002)
const VALLE_RBD = withCheckDigit(90_010)
export const demoRbds = [AROMOS_RBD, VALLE_RBD].map(({ number, dv }) => `${number}-${dv}`)

/** `today`, `YYYY-MM-DD`, and `clock`, `HH:MM`, are local time of the schools; `year` is the records' school year. */
export type DemoTime = { year: number; today: string; clock: string }

export type DemoSchool = {
  school: School
  /** The records in the order of the school's courses; empty for a school that has only enrolled its students. */
  records: CourseRecords[]
  /** The events of the whole school. */
  events: CourseRecords['events']
}

/** Draws two fictional schools, the same on every machine for the same `time`. The second one has no records. */
export function demoSchools(time: DemoTime): DemoSchool[] {
  const { year } = time
  const random = createRandom(SEED)
  const numbers = createNumbers(demoRanges)
  const { classDays, periods } = schoolCalendar(year)
  const days = classDays.slice(0, 1)
  const named = fixedPupils(year)
  const draw = (count: number, age: number) =>
    Array.from({ length: count }, () => {
      const household = drawHousehold(random, numbers)
      return drawPupil(random, { run: numbers.studentRun(), household, year, days, age })
    })
  const courseOf = (plan: CoursePlan, first: Omit<Pupil, 'enrolled_on'>[], drawn: Pupil[]): Course => {
    const pupils = [...first.map((pupil) => ({ enrolled_on: days[0] as string, ...pupil })), ...drawn]
    return { ...plan, pupils, listNumbers: listNumbersOf(sortByName(pupils)) }
  }
  const fifth = courseOf(fifthCourse, named.fifth, withLateEnrollment(draw(27, 11), classDays, time))
  const tenth = courseOf(tenthCourse, named.tenth, draw(31, 16))
  const first = courseOf({ ...fifthCourse, ...courseWithoutSubjects }, named.first, [])
  const aromos: School = {
    rbd: AROMOS_RBD,
    name: 'Colegio Los Aromos de La Florida',
    address: 'Av. Los Aromos 2150, La Florida',
    phone: '+56200000101',
    year,
    periods,
    closures: demoClosures(time),
    courses: [fifth, tenth],
    staff,
  }
  const valle: School = {
    rbd: VALLE_RBD,
    name: 'Liceo Bicentenario Puerta del Valle',
    address: 'Calle Arturo Prat 874, Temuco',
    phone: null,
    year,
    periods: [],
    closures: [],
    courses: [first],
    staff: new Map(),
  }
  return [withRecords(aromos, time), { school: valle, records: [], events: [] }]
}

/** Returns the closures of the school year of the records and, if it is another one, of the year of `today`. */
const demoClosures = ({ year, today }: DemoTime): Closure[] =>
  Array.from(new Set([year, Number(today.slice(0, 4))])).flatMap(
    (closureYear) => schoolCalendar(closureYear).closures,
  )

const courseWithoutSubjects = { name: '1° Básico', letter: 'B', subjects: [], week: [] }

/** Returns the pupils. The last one is enrolled on the first class day from 15 May on, unless that is after `today`. */
function withLateEnrollment(drawn: Pupil[], classDays: string[], { year, today }: DemoTime): Pupil[] {
  const day = classDays.find((candidate) => candidate >= `${year}-05-15`)
  const last = drawn.at(-1)
  return last && day && day <= today ? [...drawn.slice(0, -1), { ...last, enrolled_on: day }] : drawn
}

function withRecords(school: School, { year, today, clock }: DemoTime): DemoSchool {
  const calendar = schoolCalendar(year)
  const currentPeriod = calendar.periods.findLastIndex(({ starts_on }) => starts_on <= today)
  const [ofSchool, ...agendas] = planAgenda(today, school.courses)
  const records = school.courses.map((course, index) => {
    const courseCalendar = calendarOfCourse(calendar, course)
    const assessments = planAssessments(courseCalendar, course)
    const [marks, classBook] = [createRandom(course.seed + 3), createRandom(course.seed + 4)]
    const streams = { marks, classBook, isChanged: () => false }
    const days = courseCalendar.classDays.filter((day) => day <= today)
    const moment = { today, clock, days, currentPeriod }
    return {
      assessments: assessments.filter(
        (assessment) => assessment.period <= currentPeriod && isAnnounced(assessment, today),
      ),
      ofPupils: course.pupils.map((pupil) =>
        drawPupilRecords(streams, course, pupil, assessments, recordLimits, moment),
      ),
      events: agendas[index] ?? [],
    }
  })
  return { school, records, events: ofSchool ?? [] }
}
