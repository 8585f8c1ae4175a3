import { describe, expect, it } from 'vitest'
import { schoolCalendar } from '../calendar/calendar.ts'
import { demoRows } from '../demo/demoRows.ts'
import { drawRecords } from '../generated/courseRecords.ts'
import { drawSchools } from '../generated/generatedSchools.ts'
import type { Pictures } from '../pictures.ts'
import { createRandom } from '../random.ts'
import { addRecords, addSchool, createRowSet } from './rows.ts'
import type { Rows } from './tables.ts'

const picture = Buffer.from('a picture')
const pictures: Pictures = { shortHaired: [picture], longHaired: [picture], badges: [picture, picture] }

/** Returns the rows of a generated school with one course of each level and with records of 20 class days. */
function generatedRows(): Rows {
  const calendar = schoolCalendar(2026)
  const days = calendar.classDays.slice(0, 20)
  const shape = { students: 470, schools: 1, seed: 7, isChanged: false, calendar, days }
  const drawn = createRowSet(createRandom(1), pictures)
  for (const school of drawSchools(shape)) {
    const ids = addSchool(drawn, school, picture)
    for (const course of school.courses) addRecords(drawn, ids, course, drawRecords(shape, course))
  }
  return drawn.rows
}

const demoTime = { year: 2026, today: '2026-08-17', clock: '12:00' }
/** The table that each field references. */
const tablesByField: Record<string, keyof Rows> = {
  ...{ student_id: 'students', course_id: 'courses', enrollment_id: 'enrollments', parent_id: 'parents' },
  ...{ employee_id: 'employees', course_subject_id: 'courseSubjects', sub_period_id: 'subPeriods' },
  ...{ assessment_id: 'assessments', establishment_id: 'establishments' },
}

describe.each([
  ['the demo', () => demoRows(demoTime, pictures).rows],
  ['a generated school', generatedRows],
])('the rows of %s', (_, draw) => {
  const rows = draw()

  it('have ids from 1 on, and reference rows of the same school', () => {
    const rowsById = (table: keyof Rows) =>
      new Map(rows[table].map((row) => ['id' in row ? row.id : 0, 'establishment_id' in row ? row : null]))
    const ids = Object.fromEntries(Object.values(tablesByField).map((table) => [table, rowsById(table)]))
    for (const table of Object.values(tablesByField)) {
      expect([...(ids[table]?.keys() ?? [])], table).toEqual(rows[table].map((_, index) => index + 1))
    }
    for (const row of Object.values(rows).flat()) {
      for (const [field, id] of Object.entries(row)) {
        const named = tablesByField[field]
        if (!named || id === null) continue
        expect(ids[named]?.has(id as number), `${field} ${id}`).toBe(true)
        const school = ids[named]?.get(id as number)?.establishment_id
        if (school !== undefined && 'establishment_id' in row) expect(school).toBe(row.establishment_id)
      }
    }
  })

  it('have marks only of assessments of the student’s own course', () => {
    const courseOf = new Map(rows.enrollments.map(({ id, course_id }) => [id, course_id]))
    const subjects = new Map(rows.courseSubjects.map(({ id, course_id }) => [id, course_id]))
    const assessed = new Map(
      rows.assessments.map(({ id, course_subject_id }) => [id, subjects.get(course_subject_id)]),
    )
    const isForeign = ({ enrollment_id, assessment_id }: Rows['grades'][number]) =>
      courseOf.get(enrollment_id) !== assessed.get(assessment_id)
    expect(rows.grades.length).toBeGreaterThan(0)
    expect(rows.grades.filter(isForeign)).toEqual([])
  })
})

it('contain the demo’s mother of three once, with three links', () => {
  const { parents, studentParents } = demoRows(demoTime, pictures).rows
  const carolina = parents.filter(({ email }) => email === 'apoderada@example.com')
  expect(carolina).toHaveLength(1)
  expect(studentParents.filter(({ parent_id }) => parent_id === carolina[0]?.id)).toHaveLength(3)
})

it('assign students of 3° and 4° Medio to one elective per elective hour', () => {
  const { courses, enrollments, electiveEnrollments } = generatedRows()
  const upper = courses.filter(({ name }) => /^[34]° Medio$/.test(name)).map(({ id }) => id)
  const pupils = enrollments.filter(({ course_id }) => upper.includes(course_id))
  const electivesByEnrollment = Map.groupBy(electiveEnrollments, ({ enrollment_id }) => enrollment_id)
  expect([...electivesByEnrollment.keys()]).toEqual(pupils.map(({ id }) => id))
  expect(new Set([...electivesByEnrollment.values()].map((rows) => rows.length))).toEqual(new Set([3]))
})
