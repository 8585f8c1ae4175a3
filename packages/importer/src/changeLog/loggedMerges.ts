import type { ChangeKind } from '@apoderados/contract/news'
import { arrearStatusSql } from '@apoderados/core/excuses/excuseState'
import { logColumns } from '@apoderados/core/students/changeLog'
import type { SheetName } from '../sheetRecords.ts'

/**
 * SQL that turns the changes of one merge into rows of the change log. A merge writes the imported rows of one sheet
 * into their table. `removed` and `written` select the columns of `logColumns`.
 */
type LoggedMerge = {
  /** Returns an SQL statement that saves, before the merge writes, what `written` compares. */
  statementBefore?: (schoolCondition: string) => string
  /** Returns SQL for the changes of the rows that the merge will end: `condition` limits its table, alias `live`. */
  removed?: (condition: string) => string
  /** SQL that selects the changes from the table `change`, after the merge has written its rows. */
  written?: string
  /**
   * SQL that selects kind, school, enrollment or course, and values of the changes that the merge would write, from the
   * same table before it has written any row. It is `written` unless that reads the written rows.
   */
  expected?: string
  /** Returns SQL as `expected`, for the rows to end, where `removed` has none. */
  removedCourses?: (condition: string) => string
}

/** SQL expressions for the columns of the log, except `kind`, which is a plain word. */
type LogRow = { [Column in keyof typeof logColumns]?: string } & { kind: ChangeKind }

function selectList(row: LogRow): string {
  const values: Partial<Record<string, string>> = { ...row, kind: `'${row.kind}'` }
  const filled = Object.entries(logColumns).map(([name, type]) => [values[name] ?? `null::${type}`, name])
  return filled.map((column) => column.join(' as ')).join(', ')
}

/** Maps columns of the log to the columns of the same name in `row`, a table or alias. */
const sameNameColumns = <Name extends keyof typeof logColumns>(row: string, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, `${row}.${name}`])) as Record<Name, string>

const NO_VALUE = 'null::text'
/** SQL for the text of a grade: '5.4', or the concept. `row` is the prefix of its columns, such as 'change.old_'. */
const gradeText = (row: string) => `coalesce(to_char(${row}tenths / 10.0, 'FM0.0'), ${row}concept)`

/** The columns of the changes of an enrollment that a merge would write. */
const expectedColumns = (kind: ChangeKind, old_value: string, new_value: string) =>
  selectList({
    kind,
    establishment_id: 'change.new_establishment_id',
    enrollment_id: 'change.new_enrollment_id',
    item: NO_VALUE,
    old_value,
    new_value,
  })

const gradeColumns = (enrollment_id: string, old_value: string, new_value: string) =>
  selectList({
    kind: 'grade',
    ...sameNameColumns('assessment', 'establishment_id', 'course_subject_id', 'sub_period_id'),
    enrollment_id,
    item: `${enrollment_id} || '/' || assessment.id`,
    old_value,
    new_value,
    day: 'assessment.held_on',
    title: 'assessment.name',
  })

/** The removal of an assessment also removes its grades, so the log gets a change for each of these grades. */
const assessmentsLog: LoggedMerge = {
  removed: (condition) => `select ${gradeColumns('grade.enrollment_id', gradeText('grade.'), NO_VALUE)}
    from assessments live
    join grades grade on grade.establishment_id = live.establishment_id and grade.assessment_id = live.id
    join assessments assessment on assessment.establishment_id = live.establishment_id and assessment.id = live.id
    where ${condition}`,
}

const gradesLog: LoggedMerge = {
  removed: (condition) => `select ${gradeColumns('live.enrollment_id', gradeText('live.'), NO_VALUE)}
    from grades live join assessments assessment
      on assessment.establishment_id = live.establishment_id and assessment.id = live.assessment_id
    where ${condition}`,
  written: `select ${gradeColumns('change.new_enrollment_id', gradeText('change.old_'), gradeText('change.new_'))}
    from change join assessments assessment
      on assessment.establishment_id = change.new_establishment_id and assessment.id = change.new_assessment_id`,
  expected: `select ${expectedColumns('grade', gradeText('change.old_'), gradeText('change.new_'))} from change`,
}

const observationColumns = (row: string, old_value: string, new_value: string) =>
  selectList({
    kind: 'observation',
    ...sameNameColumns(row, 'establishment_id', 'enrollment_id', 'course_subject_id'),
    item: `${row}.id::text`,
    day: `${row}.date`,
    title: `${row}.description`,
    old_value,
    new_value,
  })

/** A new or removed observation is news; a change of an observation's teacher, subject or place is not. */
const observationsLog: LoggedMerge = {
  removed: (condition) =>
    `select ${observationColumns('live', 'live.event_type', NO_VALUE)} from observations live where ${condition}`,
  written: `select ${observationColumns('entry', NO_VALUE, 'entry.event_type')}
    from change join observations entry on entry.establishment_id = change.new_establishment_id
      and entry.enrollment_id = change.new_enrollment_id and entry.date = change.new_date
      and entry.event_type = change.new_event_type and entry.description = change.new_description
      and entry.observation = change.new_observation
    where change.is_new`,
  expected: `select ${expectedColumns('observation', NO_VALUE, 'change.new_event_type')}
    from change where change.is_new`,
}

const arrearColumns = (row: string, old_value: string, new_value: string) =>
  selectList({
    kind: 'arrear',
    ...sameNameColumns(row, 'establishment_id', 'enrollment_id'),
    item: `${row}.id::text`,
    old_value,
    new_value,
    day: `(${row}.date_late at time zone school.time_zone)::date`,
  })

/** SQL for the status that families see before or after the merge, which writes `sheetStatus`; null without one. */
const shownStatus = (row: string, sheetStatus: string) =>
  `case when ${sheetStatus} is not null then ${arrearStatusSql(
    {
      establishment_id: `${row}.establishment_id`,
      enrollment_id: `${row}.enrollment_id`,
      day: `(${row}.date_late at time zone school.time_zone)::date`,
    },
    sheetStatus,
  )} end`

const arrearsLog: LoggedMerge = {
  removed: (condition) => `select ${arrearColumns('live', shownStatus('live', 'live.status'), NO_VALUE)}
    from arrears live join establishments school on school.id = live.establishment_id where ${condition}`,
  written: `select ${arrearColumns(
    'late',
    shownStatus('late', 'change.old_status'),
    shownStatus('late', 'change.new_status'),
  )}
    from change join arrears late on late.establishment_id = change.new_establishment_id
      and late.enrollment_id = change.new_enrollment_id and late.date_late = change.new_date_late
    join establishments school on school.id = late.establishment_id`,
  expected: `select ${expectedColumns('arrear', 'change.old_status', 'change.new_status')} from change`,
}

const absentOrNullSql = (status: string) => `case when ${status} = 'absent' then 'absent' end`

type AbsenceValues = Pick<
  Required<LogRow>,
  'establishment_id' | 'enrollment_id' | 'day' | 'old_value' | 'new_value'
>

const absenceColumns = (row: AbsenceValues) =>
  selectList({ kind: 'absence', ...row, item: `${row.enrollment_id} || '/' || ${row.day}` })

const attendanceLog: LoggedMerge = {
  removed: (condition) =>
    `select ${absenceColumns({
      ...sameNameColumns('live', 'establishment_id', 'enrollment_id', 'day'),
      old_value: absentOrNullSql('live.status'),
      new_value: NO_VALUE,
    })} from attendance live where ${condition}`,
  written: `select ${absenceColumns({
    establishment_id: 'change.new_establishment_id',
    enrollment_id: 'change.new_enrollment_id',
    day: 'change.new_day',
    old_value: absentOrNullSql('change.old_status'),
    new_value: absentOrNullSql('change.new_status'),
  })} from change`,
}

/** SQL for a hash of the columns whose change is news. A new day, time or title makes another event instead. */
const eventHash = (row: string) =>
  `md5(concat_ws('|', ${row}description, ${row}content, ${row}course_subject_id))`

const eventColumns = (kind: 'event' | 'document', row: string, old_value: string, new_value: string) =>
  selectList({
    kind,
    ...sameNameColumns(row, 'establishment_id', 'course_id', 'course_subject_id', 'day'),
    item: `${row}.id::text`,
    old_value,
    new_value,
    title: kind === 'event' ? `${row}.title` : `${row}.document_name`,
  })

/** Returns the SQL condition that the day of `row` is today or later. Past events are not news. */
const aheadCondition = (row: string) => `${row}.day >= (now() at time zone school.time_zone)::date`

const agendaLog: LoggedMerge = {
  removed: (condition) => `select ${eventColumns('event', 'live', eventHash('live.'), NO_VALUE)}
    from events live join establishments school on school.id = live.establishment_id
    where (${condition}) and ${aheadCondition('live')}`,
  written: `with written as (
      select event.*, change.is_new, change.old_description, change.old_content, change.old_course_subject_id,
        change.old_document_hash
      from change join events event on event.establishment_id = change.new_establishment_id
        and coalesce(event.course_id, 0) = coalesce(change.new_course_id, 0) and event.day = change.new_day
        and event.time is not distinct from change.new_time and event.title is not distinct from change.new_title
        and event.course_subject_id is not distinct from change.new_course_subject_id
      join establishments school on school.id = event.establishment_id
      where ${aheadCondition('event')})
    select ${eventColumns('event', 'written', `case when not is_new then ${eventHash('written.old_')} end`, eventHash('written.'))}
    from written
    union all
    select ${eventColumns('document', 'written', 'written.old_document_hash', 'written.document_hash')}
    from written where not is_new and document_hash is not null`,
  expected: `with coming as (
      select change.* from change join establishments school on school.id = change.new_establishment_id
      where change.new_day >= (now() at time zone school.time_zone)::date)
    select ${selectList({
      kind: 'event',
      establishment_id: 'new_establishment_id',
      course_id: 'new_course_id',
      item: NO_VALUE,
      old_value: `case when not is_new then ${eventHash('old_')} end`,
      new_value: eventHash('new_'),
    })} from coming
    union all
    select ${selectList({
      kind: 'document',
      establishment_id: 'new_establishment_id',
      course_id: 'new_course_id',
      item: NO_VALUE,
      old_value: 'old_document_hash',
      new_value: 'new_document_hash',
    })} from coming where not is_new and new_document_hash is not null`,
}

/** SQL aggregate for a hash of the weekly blocks of a course, which have the alias `block`. */
const timetableHash = (block: string) => `md5(string_agg(
  concat_ws('|', ${block}.weekday, ${block}.starts_at, ${block}.ends_at, ${block}.course_subject_id), ','
  order by ${block}.weekday, ${block}.starts_at, ${block}.course_subject_id))`

const timetableColumns = (establishment_id: string, course_id: string) =>
  selectList({ kind: 'timetable', establishment_id, course_id, item: NO_VALUE, new_value: "'changed'" })

/** The timetable of a course is compared as a whole, so that an import creates at most one news item for it. */
const timetableLog: LoggedMerge = {
  statementBefore: (schoolCondition) => `create temp table timetable_before on commit drop as
    select live.establishment_id, live.course_id, ${timetableHash('live')} as fingerprint
    from blocks live where ${schoolCondition} group by live.establishment_id, live.course_id`,
  written: `select ${selectList({
    kind: 'timetable',
    ...sameNameColumns('course', 'establishment_id'),
    course_id: 'course.id',
    item: 'course.id::text',
    old_value: 'earlier.fingerprint',
    new_value: 'later.fingerprint',
  })}
    from (select new_establishment_id as establishment_id, new_course_id as id from change
      union select establishment_id, course_id from timetable_before) touched
    join courses course using (establishment_id, id)
    left join timetable_before earlier on earlier.course_id = course.id
    cross join lateral (select ${timetableHash('block')} as fingerprint from blocks block
      where block.establishment_id = course.establishment_id and block.course_id = course.id) later`,
  expected: `select ${timetableColumns('change.new_establishment_id', 'change.new_course_id')} from change`,
  removedCourses: (condition) =>
    `select ${timetableColumns('live.establishment_id', 'live.course_id')} from blocks live where ${condition}`,
}

/** SQL expressions for the ids of a link. */
type LinkSql = { school: string; student: string; parent: string }

const linkColumns = ({ school, student }: LinkSql, old_value: string, new_value: string) =>
  selectList({
    kind: 'account',
    establishment_id: school,
    enrollment_id: 'enrollment.id',
    parent_id: 'parent.id',
    item: `'link/' || ${student} || '/' || parent.id`,
    old_value,
    new_value,
  })

/** SQL joins for a link: its parent, if they have signed in, and the student's latest enrollment not withdrawn. */
const linkJoins = ({ school, student, parent }: LinkSql) => `
    join parents parent on parent.id = ${parent} and parent.last_login_at is not null
    join enrollments enrollment on enrollment.establishment_id = ${school}
      and enrollment.student_id = ${student} and enrollment.withdrawn_on is null
      and not exists (select from enrollments newer where newer.establishment_id = enrollment.establishment_id
        and newer.student_id = enrollment.student_id and newer.withdrawn_on is null and newer.year > enrollment.year)`

const liveLinkSql = { school: 'live.establishment_id', student: 'live.student_id', parent: 'live.parent_id' }
const newLinkSql = {
  school: 'change.new_establishment_id',
  student: 'change.new_student_id',
  parent: 'change.new_parent_id',
}

/** Changes of a link are logged for the link's own parent alone. The end of an access is logged, but not published. */
const linksLog: LoggedMerge = {
  removed: (condition) => `select ${linkColumns(liveLinkSql, `'linked'`, NO_VALUE)}
    from student_parents live ${linkJoins(liveLinkSql)} where (${condition}) and live.has_access`,
  written: `select ${linkColumns(
    newLinkSql,
    `case when not change.is_new then 'linked' end`,
    `case when change.new_has_access then 'linked' end`,
  )}
    from change ${linkJoins(newLinkSql)}
    where change.is_new and change.new_has_access
      or not change.is_new and change.old_has_access and not change.new_has_access`,
}

/** The merges whose changes are logged, by the name of the merge. */
export const loggedMerges: Partial<Record<string, LoggedMerge>> = {
  evaluaciones: assessmentsLog,
  notas: gradesLog,
  asistencia: attendanceLog,
  atrasos: arrearsLog,
  observaciones: observationsLog,
  agenda: agendaLog,
  horario: timetableLog,
  vínculos: linksLog,
}

/** The kinds of news that an import of the sheet can create; other sheets create none. */
export const kindsOfSheet: Partial<Record<SheetName, ChangeKind[]>> = {
  notas: ['grade'],
  asistencia: ['absence'],
  atrasos: ['arrear'],
  observaciones: ['observation'],
  agenda: ['event', 'document'],
  horario: ['timetable'],
  vinculos: ['account'],
}
