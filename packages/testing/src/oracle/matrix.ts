import { api, type CallName } from '@apoderados/contract/calls/api'
import type { Call } from '@apoderados/contract/calls/call'
import { eventsOf } from './expectedAgenda.ts'
import { averageOf } from './expectedGrades.ts'
import type { RequestFields } from './expectedResponse.ts'
import { markersIn, UNKNOWN_ROW_ID } from './markers.ts'
import { computeExpectedResponse, EVENT_DAY_IN_REQUESTS, isAuthorizedByUrl } from './oracle.ts'
import { type Fixture, YEAR } from './oracleRows.ts'
import type { ReceivedResponse, RequestAs } from './requestAs.ts'
import { type Enrollment, enrollmentOf } from './studentAccess.ts'
import { pictureIds } from './write.ts'

/** A read of the API that a parent sends. */
export type Question = { parent_id: number; name: CallName; fields: RequestFields }

const UNKNOWN_FILE_ID = 'f'.repeat(32)
const CONCURRENT_READS = 4

/** Returns the values to try for each request field: all ids of `fixture` that fit and an unknown id, or one date. */
export function valuesByField(fixture: Fixture, name: CallName): Record<string, string[]> {
  const texts = (rows: { id: number }[]) => [...rows.map(({ id }) => String(id)), String(UNKNOWN_ROW_ID)]
  const documents = [
    ...fixture.events.flatMap(({ document_id }) => document_id ?? []),
    ...fixture.noticeFiles.map(({ file_id }) => file_id),
  ]
  return {
    student_id: texts(fixture.students),
    establishment_sub_period_id: texts(fixture.subPeriods),
    course_subject_id: texts(fixture.courseSubjects),
    secret: texts(fixture.students), // `requesterOf` replaces the student's id by the secret of the parent's feed
    id: [...(isAuthorizedByUrl(name) ? pictureIds(fixture) : documents), UNKNOWN_FILE_ID],
    kind: ['regular'],
    date: [EVENT_DAY_IN_REQUESTS],
    date_start: [`01/01/${YEAR}`],
    date_end: [`31/12/${YEAR}`],
  }
}

/**
 * Reads that are not compared: the pages of the public check show the same to everybody, and the file of a parent's own
 * data may be fetched 20 times an hour; privacy.test.ts checks its contents.
 */
const NOT_COMPARED: CallName[] = ['getFolioForm', 'checkFolio', 'getMyData']
/** The calls of the API that only read: those with the method GET. */
export const reads = (Object.entries(api) as [CallName, Call][]).filter(
  ([name, { method }]) => method === 'GET' && !NOT_COMPARED.includes(name),
)

/** Names the fields to vary. Of a photo's link only `id` varies: the server computes the other fields. */
export const variedFieldNames = (name: CallName, { request }: Call): string[] =>
  name === 'getPhoto' ? ['id'] : Object.keys(request.shape)

/** Yields every read as every parent, with every combination of the values of `valuesByField`. */
export function* everyQuestion(fixture: Fixture): Generator<Question> {
  for (const [name, call] of reads) {
    const ids = valuesByField(fixture, name)
    const requests = variedFieldNames(name, call).reduce<RequestFields[]>(
      (known, field) =>
        known.flatMap((fields) => (ids[field] ?? []).map((id) => ({ ...fields, [field]: id }))),
      [{}],
    )
    for (const fields of requests) {
      for (const { id: parent_id } of fixture.parents) yield { parent_id, name, fields }
    }
  }
}

type FigureCheck = (fixture: Fixture, enrollment: Enrollment, body: string, fields: RequestFields) => boolean

const classDaysOf = (fixture: Fixture, { id, enrolled_on }: Enrollment) =>
  fixture.attendance.filter(({ enrollment_id, day }) => enrollment_id === id && day >= enrolled_on)

/** Returns the enrollment's attendance percentage; null if it has no class days. */
function attendancePercentage(fixture: Fixture, enrollment: Enrollment): number | null {
  const days = classDaysOf(fixture, enrollment)
  const attended = days.filter(({ status }) => status !== 'absent').length
  return days.length === 0 ? null : (attended * 100) / days.length
}

type OverviewAttendance = { student_id: number; attendance_percentage: number | null }

/** True if the overview of a family gives a student a percentage that is not the student's own. */
const hasWrongAttendance = (fixture: Fixture, body: string): boolean =>
  (JSON.parse(body).students as OverviewAttendance[]).some(({ student_id, attendance_percentage }) => {
    const enrollment = enrollmentOf(fixture, student_id)
    return attendance_percentage !== (enrollment ? attendancePercentage(fixture, enrollment) : null)
  })

type Mark = { id: number; qualification: number | null }

/** True if a mark is not the student's own grade in its assessment. */
const hasWrongGrade = (fixture: Fixture, enrollment: Enrollment, marks: Mark[]): boolean =>
  marks.some(({ id, qualification }) => {
    const grade = fixture.grades.find(
      (row) => row.enrollment_id === enrollment.id && row.assessment_id === id,
    )
    return qualification !== (grade?.tenths ? grade.tenths / 10 : null)
  })

/**
 * The checks, by call, of the values that contain no marker: grades, averages, class days, attendance percentages and
 * numbers of events. Each check returns true if a value is wrong.
 */
const figureChecks: Partial<Record<CallName, FigureCheck>> = {
  getArrears: (fixture, enrollment, body) =>
    JSON.parse(body).attendance_percentage !== attendancePercentage(fixture, enrollment),
  getAttendanceDays(fixture, enrollment, body) {
    const { days } = JSON.parse(body) as { days: { date: string; status: string }[] }
    const shownDays = days.map(({ date, status }) => `${date} ${status}`)
    const ownDays = classDaysOf(fixture, enrollment).map(({ day, status }) => `${day} ${status}`)
    return shownDays.join() !== ownDays.join()
  },
  countDiaryEvents(fixture, enrollment, body) {
    const counts: number[] = Object.values(JSON.parse(body).diary_counts)
    const events = eventsOf(fixture, enrollment).filter(({ day }) => day.startsWith(`${YEAR}-`))
    return counts.reduce((sum, count) => sum + count, 0) !== events.length
  },
  getPeriodQualifications: (fixture, enrollment, body, fields) =>
    JSON.parse(body).average !== averageOf(fixture, enrollment, fields),
  getPeriodQualificationsBySubject: (fixture, enrollment, body) =>
    hasWrongGrade(fixture, enrollment, JSON.parse(body).qualifications),
  getPeriodMarks: (fixture, enrollment, body) =>
    (JSON.parse(body).subjects as { qualifications: Mark[] }[]).some(({ qualifications }) =>
      hasWrongGrade(fixture, enrollment, qualifications),
    ),
}

function hasWrongFigure(fixture: Fixture, { name, fields }: Question, body: string): boolean {
  if (name === 'getFamilyOverview') return hasWrongAttendance(fixture, body)
  const enrollment = enrollmentOf(fixture, Number(fields.student_id))
  return enrollment !== undefined && (figureChecks[name]?.(fixture, enrollment, body, fields) ?? false)
}

/**
 * Returns what is wrong with a response; undefined if the oracle expects it. `refusals` stores the first refusal of each
 * status, with which all later ones must be identical.
 */
export function faultOf(
  fixture: Fixture,
  question: Question,
  response: ReceivedResponse,
  refusals: Map<number, string>,
): string | undefined {
  const { parent_id, name, fields } = question
  const description = `${name} ${JSON.stringify(fields)} as parent ${parent_id}`
  const expected = computeExpectedResponse(fixture, parent_id, name, fields)
  const found = markersIn(response.body + response.headers)
  const leaked = [...found].filter((marker) => !expected.markers.has(marker))
  if (leaked.length > 0) return `LEAK: ${description} shows ${leaked.join(', ')}`
  if (response.status !== expected.status)
    return `${description} answers ${response.status}, not ${expected.status}`
  const missing = [...expected.markers].filter((marker) => !found.has(marker))
  if (missing.length > 0) return `${description} lacks ${missing.join(', ')}`
  if (response.status === 200) {
    return hasWrongFigure(fixture, question, response.body)
      ? `LEAK: ${description} shows others' figures`
      : undefined
  }
  // The responses to a foreign id and to an unknown id must be identical.
  const refusal = response.body + response.headers
  const known = refusals.get(response.status) ?? refusal
  refusals.set(response.status, known)
  return refusal === known ? undefined : `${description} is refused in words of its own: ${response.body}`
}

export type CheckResult = { calls: number; refused: number; faults: string[] }

/** Yields the reads that must succeed, and each of the others whose position in all reads is a multiple of `every`. */
export function* sampleQuestions(fixture: Fixture, every: number): Generator<Question> {
  let count = 0
  for (const question of everyQuestion(fixture)) {
    count += 1
    const { status } = computeExpectedResponse(fixture, question.parent_id, question.name, question.fields)
    if (status === 200 || count % every === 0) yield question
  }
}

/** Sends all questions, a few at a time, and collects the faults of the responses. */
export async function checkResponses(
  fixture: Fixture,
  questions: Generator<Question>,
  ask: RequestAs,
): Promise<CheckResult> {
  const refusals = new Map<number, string>()
  const result: CheckResult = { calls: 0, refused: 0, faults: [] }
  async function worker() {
    for (const question of questions) {
      const response = await ask(question.parent_id, question.name, question.fields)
      const fault = faultOf(fixture, question, response, refusals)
      result.calls += 1
      if (response.status !== 200) result.refused += 1
      if (fault) result.faults.push(fault)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, worker))
  return result
}
