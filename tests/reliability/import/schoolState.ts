import type { Database } from '@apoderados/database/client/open'

/**
 * How a table is compared between two imports. `generatedColumns`, like the id, differ in each import and are left out;
 * `stableColumns` are compared instead.
 */
type ComparedTable = {
  from: string
  school?: string
  generatedColumns?: string[]
  stableColumns?: Record<string, string>
}

/** Joins of a table `t` with the rows that its columns refer to. */
const enrollmentJoin = `left join enrollments n on n.establishment_id = t.establishment_id and n.id = t.enrollment_id
  left join students s on s.establishment_id = n.establishment_id and s.id = n.student_id
  left join courses c on c.establishment_id = n.establishment_id and c.id = n.course_id`
const studentJoin = 'left join students s on s.establishment_id = t.establishment_id and s.id = t.student_id'
const courseJoin = 'left join courses c on c.establishment_id = t.establishment_id and c.id = t.course_id'
const employeeJoin =
  'left join employees p on p.establishment_id = t.establishment_id and p.id = t.employee_id'
const subjectJoin =
  'left join course_subjects u on u.establishment_id = t.establishment_id and u.id = t.course_subject_id'
const subjectCourseJoin =
  'left join courses c on c.establishment_id = u.establishment_id and c.id = u.course_id'
const assessmentJoin = `join assessments a on a.establishment_id = t.establishment_id and a.id = t.assessment_id
  left join course_subjects u on u.establishment_id = a.establishment_id and u.id = a.course_subject_id`
const periodJoin =
  'left join sub_periods d on d.establishment_id = t.establishment_id and d.id = t.sub_period_id'
const courseColumns = { course: "concat(c.year, ' ', c.name, ' ', c.letter)" }
const enrollmentColumns = { student: 's.rut', ...courseColumns }

const comparedTables: Record<string, ComparedTable> = {
  establishments: { from: 'establishments t', school: 't.id', generatedColumns: ['insign_id'] },
  sub_periods: { from: 'sub_periods t' },
  closures: { from: 'closures t' },
  courses: { from: 'courses t' },
  employees: { from: 'employees t' },
  course_subjects: {
    from: `course_subjects t ${courseJoin} ${employeeJoin}`,
    generatedColumns: ['course_id', 'employee_id'],
    stableColumns: { ...courseColumns, employee: 'p.rut' },
  },
  students: { from: 'students t' },
  enrollments: {
    from: `enrollments t ${studentJoin} ${courseJoin}`,
    generatedColumns: ['student_id', 'course_id', 'photo_id'],
    stableColumns: enrollmentColumns,
  },
  parents: {
    from: `(select distinct on (l.establishment_id, g.id) l.establishment_id, g.*,
      exists (select from invitations i where i.parent_id = g.id) as is_invited,
      (select count(*) from mails m where m.parent_id = g.id) as mails
      from student_parents l join parents g on g.id = l.parent_id) t`,
    generatedColumns: ['photo_id', 'created_at'],
  },
  student_parents: {
    from: `student_parents t ${studentJoin} join parents g on g.id = t.parent_id`,
    generatedColumns: ['student_id', 'parent_id'],
    stableColumns: { student: 's.rut', guardian: 'g.email' },
  },
  blocks: {
    from: `blocks t ${courseJoin} ${subjectJoin}`,
    generatedColumns: ['course_id', 'course_subject_id'],
    stableColumns: { ...courseColumns, subject: 'u.code' },
  },
  assessments: {
    from: `assessments t ${subjectJoin} ${subjectCourseJoin} ${periodJoin}`,
    generatedColumns: ['course_subject_id', 'sub_period_id'],
    stableColumns: { ...courseColumns, subject: 'u.code', period: 'd.code' },
  },
  grades: {
    from: `grades t ${enrollmentJoin} ${assessmentJoin}`,
    generatedColumns: ['enrollment_id', 'assessment_id'],
    stableColumns: { ...enrollmentColumns, assessment: 'a.code', subject: 'u.code' },
  },
  elective_enrollments: {
    from: `elective_enrollments t ${enrollmentJoin} ${subjectJoin}`,
    generatedColumns: ['enrollment_id', 'course_subject_id'],
    stableColumns: { ...enrollmentColumns, subject: 'u.code' },
  },
  attendance: {
    from: `attendance t ${enrollmentJoin}`,
    generatedColumns: ['enrollment_id'],
    stableColumns: enrollmentColumns,
  },
  arrears: {
    from: `arrears t ${enrollmentJoin}`,
    generatedColumns: ['enrollment_id'],
    stableColumns: enrollmentColumns,
  },
  observations: {
    from: `observations t ${enrollmentJoin} ${employeeJoin} ${subjectJoin}`,
    generatedColumns: ['enrollment_id', 'employee_id', 'course_subject_id'],
    stableColumns: { ...enrollmentColumns, employee: 'p.rut', subject: 'u.code' },
  },
  events: {
    from: `events t ${courseJoin} ${subjectJoin}`,
    generatedColumns: ['course_id', 'course_subject_id', 'document_id'],
    stableColumns: { ...courseColumns, subject: 'u.code' },
  },
}

const queryOf = ([
  table,
  { from, school = 't.establishment_id', generatedColumns = [], stableColumns = {} },
]: [string, ComparedTable]) => {
  const omitted = ['id', 'establishment_id', ...generatedColumns].map((name) => `'${name}'`).join(', ')
  const names = Object.entries(stableColumns).map(([name, column]) => `'${name}', ${column}`)
  const row = `(to_jsonb(t) - array[${omitted}] || jsonb_build_object(${names.join(', ')}))::text`
  return `select e.rbd, '${table}' as kind, concat(count(*), ':', sum(hashtextextended(${row}, 0))) as hash
    from ${from} join establishments e on e.id = ${school} group by e.rbd`
}

/** The number and a hash of each table's rows, for each school by its RBD, its number in the ministry's register. */
export type SchoolStates = Map<string, Map<string, string>>

/** The key for guardians without a student, instead of an RBD. */
export const ORPHAN_PARENTS = 'nobody'

export async function readStates({ $client: pool }: Database): Promise<SchoolStates> {
  const states: SchoolStates = new Map()
  const queries = Object.entries(comparedTables).map(queryOf)
  queries.push(`select '${ORPHAN_PARENTS}' as rbd, 'parents' as kind, count(*)::text as hash
    from parents where id not in (select parent_id from student_parents)`)
  for (const query of queries) {
    const { rows } = await pool.query<{ rbd: string; kind: string; hash: string }>(query)
    for (const { rbd, kind, hash } of rows) {
      const state = states.get(rbd) ?? new Map<string, string>()
      states.set(rbd, state.set(kind, hash))
    }
  }
  return new Map([...states].sort(([one], [other]) => one.localeCompare(other)))
}

/** Returns the tables in which two states of a school differ, including tables that only one of them has. */
export function differencesOf(
  first: Map<string, string> = new Map(),
  second: Map<string, string> = new Map(),
): string[] {
  const kinds = new Set([...first.keys(), ...second.keys()])
  return [...kinds].filter((kind) => first.get(kind) !== second.get(kind))
}
