import { api, type CallName } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import type { Ask, ReceivedResponse } from './asking.ts'
import { eventsOf } from './expectedAgenda.ts'
import type { RequestFields } from './expectedAnswer.ts'
import { averageOf } from './expectedGrades.ts'
import { markersIn, UNKNOWN_ROW_ID } from './markers.ts'
import { computeExpectedAnswer, EVENT_DAY_IN_REQUESTS, isAuthorizedByUrl } from './oracle.ts'
import { type World, YEAR } from './oracleRows.ts'
import { type Enrollment, enrollmentOf } from './studentAccess.ts'
import { pictureIds } from './write.ts'

/** A read of the API that a parent sends. */
export type Question = { parent_id: number; name: CallName; fields: RequestFields }

const UNKNOWN_FILE_ID = 'f'.repeat(32)
const CONCURRENT_READS = 4

/** Returns the values to try for each request field: all ids of `world` that fit and an unknown id, or one date. */
export function valuesByField(world: World, name: CallName): Record<string, string[]> {
  const texts = (rows: { id: number }[]) => [...rows.map(({ id }) => String(id)), String(UNKNOWN_ROW_ID)]
  const documents = world.events.flatMap(({ document_id }) => document_id ?? [])
  return {
    student_id: texts(world.students),
    establishment_sub_period_id: texts(world.subPeriods),
    course_subject_id: texts(world.courseSubjects),
    secret: texts(world.students), // `askerOf` replaces the student's id by the secret of the parent's feed
    id: [...(isAuthorizedByUrl(name) ? pictureIds(world) : documents), UNKNOWN_FILE_ID],
    date: [EVENT_DAY_IN_REQUESTS],
    date_start: [`01/01/${YEAR}`],
    date_end: [`31/12/${YEAR}`],
  }
}

/** The calls of the API that only read: those with the method GET. */
export const reads = (Object.entries(api) as [CallName, Call][]).filter(([, { method }]) => method === 'GET')

/** Names the fields to vary. Of a photo's link only `id` varies: the server computes the other fields. */
export const variedFieldNames = (name: CallName, { request }: Call): string[] =>
  name === 'getPhoto' ? ['id'] : Object.keys(request.shape)

/** Yields every read as every parent, with every combination of the values of `valuesByField`. */
export function* everyQuestion(world: World): Generator<Question> {
  for (const [name, call] of reads) {
    const ids = valuesByField(world, name)
    const requests = variedFieldNames(name, call).reduce<RequestFields[]>(
      (known, field) =>
        known.flatMap((fields) => (ids[field] ?? []).map((id) => ({ ...fields, [field]: id }))),
      [{}],
    )
    for (const fields of requests) {
      for (const { id: parent_id } of world.parents) yield { parent_id, name, fields }
    }
  }
}

type FigureCheck = (world: World, enrollment: Enrollment, body: string, fields: RequestFields) => boolean

const classDaysOf = (world: World, { id, enrolled_on }: Enrollment) =>
  world.attendance.filter(({ enrollment_id, day }) => enrollment_id === id && day >= enrolled_on)

/** Returns the enrollment's attendance percentage; null if it has no class days. */
function attendancePercentage(world: World, enrollment: Enrollment): number | null {
  const days = classDaysOf(world, enrollment)
  const attended = days.filter(({ status }) => status !== 'absent').length
  return days.length === 0 ? null : (attended * 100) / days.length
}

type OverviewAttendance = { student_id: number; attendance_percentage: number | null }

/** True if the overview of a family gives a student a percentage that is not the student's own. */
const hasWrongAttendance = (world: World, body: string): boolean =>
  (JSON.parse(body).students as OverviewAttendance[]).some(({ student_id, attendance_percentage }) => {
    const enrollment = enrollmentOf(world, student_id)
    return attendance_percentage !== (enrollment ? attendancePercentage(world, enrollment) : null)
  })

type Mark = { id: number; qualification: number | null }

/** True if a mark is not the student's own grade in its assessment. */
const hasWrongGrade = (world: World, enrollment: Enrollment, marks: Mark[]): boolean =>
  marks.some(({ id, qualification }) => {
    const grade = world.grades.find((row) => row.enrollment_id === enrollment.id && row.assessment_id === id)
    return qualification !== (grade?.tenths ? grade.tenths / 10 : null)
  })

/**
 * The checks, by call, of the values that contain no marker: grades, averages, class days, attendance percentages and
 * numbers of events. Each check returns true if a value is wrong.
 */
const figureChecks: Partial<Record<CallName, FigureCheck>> = {
  getArrears: (world, enrollment, body) =>
    JSON.parse(body).attendance_percentage !== attendancePercentage(world, enrollment),
  getAttendanceDays(world, enrollment, body) {
    const { days } = JSON.parse(body) as { days: { date: string; status: string }[] }
    const shownDays = days.map(({ date, status }) => `${date} ${status}`)
    const ownDays = classDaysOf(world, enrollment).map(({ day, status }) => `${day} ${status}`)
    return shownDays.join() !== ownDays.join()
  },
  countDiaryEvents(world, enrollment, body) {
    const counts: number[] = Object.values(JSON.parse(body).diary_counts)
    const events = eventsOf(world, enrollment).filter(({ day }) => day.startsWith(`${YEAR}-`))
    return counts.reduce((sum, count) => sum + count, 0) !== events.length
  },
  getPeriodQualifications: (world, enrollment, body, fields) =>
    JSON.parse(body).average !== averageOf(world, enrollment, fields),
  getPeriodQualificationsBySubject: (world, enrollment, body) =>
    hasWrongGrade(world, enrollment, JSON.parse(body).qualifications),
  getPeriodMarks: (world, enrollment, body) =>
    (JSON.parse(body).subjects as { qualifications: Mark[] }[]).some(({ qualifications }) =>
      hasWrongGrade(world, enrollment, qualifications),
    ),
}

function hasWrongFigure(world: World, { name, fields }: Question, body: string): boolean {
  if (name === 'getFamilyOverview') return hasWrongAttendance(world, body)
  const enrollment = enrollmentOf(world, Number(fields.student_id))
  return enrollment !== undefined && (figureChecks[name]?.(world, enrollment, body, fields) ?? false)
}

/**
 * Returns what is wrong with an answer; undefined if the oracle expects it. `refusals` stores the first refusal of each
 * status, with which all later ones must be identical.
 */
export function faultOf(
  world: World,
  question: Question,
  answer: ReceivedResponse,
  refusals: Map<number, string>,
): string | undefined {
  const { parent_id, name, fields } = question
  const description = `${name} ${JSON.stringify(fields)} as parent ${parent_id}`
  const expected = computeExpectedAnswer(world, parent_id, name, fields)
  const found = markersIn(answer.body + answer.headers)
  const leaked = [...found].filter((marker) => !expected.markers.has(marker))
  if (leaked.length > 0) return `LEAK: ${description} shows ${leaked.join(', ')}`
  if (answer.status !== expected.status)
    return `${description} answers ${answer.status}, not ${expected.status}`
  const missing = [...expected.markers].filter((marker) => !found.has(marker))
  if (missing.length > 0) return `${description} lacks ${missing.join(', ')}`
  if (answer.status === 200) {
    return hasWrongFigure(world, question, answer.body)
      ? `LEAK: ${description} shows others' figures`
      : undefined
  }
  // The answers to a foreign id and to an unknown id must be identical.
  const refusal = answer.body + answer.headers
  const known = refusals.get(answer.status) ?? refusal
  refusals.set(answer.status, known)
  return refusal === known ? undefined : `${description} is refused in words of its own: ${answer.body}`
}

export type CheckResult = { calls: number; refused: number; faults: string[] }

/** Yields the reads that must succeed, and each of the others whose position in all reads is a multiple of `every`. */
export function* sampleQuestions(world: World, every: number): Generator<Question> {
  let count = 0
  for (const question of everyQuestion(world)) {
    count += 1
    const { status } = computeExpectedAnswer(world, question.parent_id, question.name, question.fields)
    if (status === 200 || count % every === 0) yield question
  }
}

/** Sends all questions, a few at a time, and collects the faults of the answers. */
export async function checkAnswers(
  world: World,
  questions: Generator<Question>,
  ask: Ask,
): Promise<CheckResult> {
  const refusals = new Map<number, string>()
  const result: CheckResult = { calls: 0, refused: 0, faults: [] }
  async function worker() {
    for (const question of questions) {
      const answer = await ask(question.parent_id, question.name, question.fields)
      const fault = faultOf(world, question, answer, refusals)
      result.calls += 1
      if (answer.status !== 200) result.refused += 1
      if (fault) result.faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, worker))
  return result
}
