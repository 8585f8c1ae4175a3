import type { NewsKind } from '@apoderados/contract/news'
import { logColumns } from '@apoderados/database/students/changeLog'
import type { SheetName } from '../sheetRecords.ts'

/**
 * SQL that turns the changes of one merge into rows of the change log. A merge writes the imported rows of one sheet
 * into their table. `removed` and `written` select the columns of `logColumns`.
 */
type LoggedMerge = {
  /** Returns a statement that runs before the merge writes. */
  statementBefore?: (schoolCondition: string) => string
  /** Selects the changes for the rows that the merge will remove, by a `condition` on the merge's table, alias `l`. */
  removed?: (condition: string) => string
  /** Selects the changes from the table `change`, after the merge has written its rows. */
  written?: string
}

/** SQL expressions for the columns of the log, except `kind`, which is a plain word. */
type LogRow = { [Column in keyof typeof logColumns]?: string } & { kind: NewsKind }

function columnsOf(row: LogRow): string {
  const values: Partial<Record<string, string>> = { ...row, kind: `'${row.kind}'` }
  const filled = Object.entries(logColumns).map(([name, type]) => [values[name] ?? `null::${type}`, name])
  return filled.map((column) => column.join(' as ')).join(', ')
}

/** Maps columns of the log to the columns of the same name in `row`, a table or alias. */
const sameNames = <Name extends keyof typeof logColumns>(row: string, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, `${row}.${name}`])) as Record<Name, string>

const NONE = 'null::text'
/** SQL for the text of a grade: '5.4', or the concept. */
const gradeText = (row: string) => `coalesce(to_char(${row}tenths / 10.0, 'FM0.0'), ${row}concept)`

const gradeColumns = (enrollment_id: string, old_value: string, new_value: string) =>
  columnsOf({
    ...{
      kind: 'grade',
      ...sameNames('assessment', 'establishment_id', 'course_subject_id', 'sub_period_id'),
    },
    ...{ enrollment_id, item: `${enrollment_id} || '/' || assessment.id`, old_value, new_value },
    ...{ day: 'assessment.held_on', title: 'assessment.name' },
  })

/** The removal of an assessment also removes its grades, so the log gets one change for each of these grades. */
const assessments: LoggedMerge = {
  removed: (condition) => `select ${gradeColumns('grade.enrollment_id', gradeText('grade.'), NONE)}
    from assessments l
    join grades grade on grade.establishment_id = l.establishment_id and grade.assessment_id = l.id
    join assessments assessment on assessment.establishment_id = l.establishment_id and assessment.id = l.id
    where ${condition}`,
}

const grades: LoggedMerge = {
  removed: (condition) => `select ${gradeColumns('l.enrollment_id', gradeText('l.'), NONE)}
    from grades l join assessments assessment
      on assessment.establishment_id = l.establishment_id and assessment.id = l.assessment_id
    where ${condition}`,
  written: `select ${gradeColumns('change.new_enrollment_id', gradeText('change.old_'), gradeText('change.new_'))}
    from change join assessments assessment
      on assessment.establishment_id = change.new_establishment_id and assessment.id = change.new_assessment_id`,
}

const observationRow = (row: string, old_value: string, new_value: string) =>
  columnsOf({
    ...{ kind: 'observation', ...sameNames(row, 'establishment_id', 'enrollment_id', 'course_subject_id') },
    ...{ item: `${row}.id::text`, day: `${row}.date`, title: `${row}.description`, old_value, new_value },
  })

/** A new or removed observation is news; a change of an observation's teacher, subject or place is not. */
const observations: LoggedMerge = {
  removed: (condition) =>
    `select ${observationRow('l', 'l.event_type', NONE)} from observations l where ${condition}`,
  written: `select ${observationRow('entry', NONE, 'entry.event_type')}
    from change join observations entry on entry.establishment_id = change.new_establishment_id
      and entry.enrollment_id = change.new_enrollment_id and entry.date = change.new_date
      and entry.event_type = change.new_event_type and entry.description = change.new_description
      and entry.observation = change.new_observation
    where change.is_new`,
}

const arrearRow = (row: string, old_value: string, new_value: string) =>
  columnsOf({
    ...{ kind: 'arrear', ...sameNames(row, 'establishment_id', 'enrollment_id') },
    ...{ item: `${row}.id::text`, old_value, new_value },
    day: `(${row}.date_late at time zone school.time_zone)::date`,
  })

const arrears: LoggedMerge = {
  removed: (condition) => `select ${arrearRow('l', 'l.status', NONE)}
    from arrears l join establishments school on school.id = l.establishment_id where ${condition}`,
  written: `select ${arrearRow('late', 'change.old_status', 'change.new_status')}
    from change join arrears late on late.establishment_id = change.new_establishment_id
      and late.enrollment_id = change.new_enrollment_id and late.date_late = change.new_date_late
    join establishments school on school.id = late.establishment_id`,
}

const absentOrNull = (status: string) => `case when ${status} = 'absent' then 'absent' end`

type AbsenceRow = Pick<
  Required<LogRow>,
  'establishment_id' | 'enrollment_id' | 'day' | 'old_value' | 'new_value'
>

const absenceRow = (row: AbsenceRow) =>
  columnsOf({ kind: 'absence', ...row, item: `${row.enrollment_id} || '/' || ${row.day}` })

const attendance: LoggedMerge = {
  removed: (condition) =>
    `select ${absenceRow({
      ...sameNames('l', 'establishment_id', 'enrollment_id', 'day'),
      ...{ old_value: absentOrNull('l.status'), new_value: NONE },
    })} from attendance l where ${condition}`,
  written: `select ${absenceRow({
    ...{ establishment_id: 'change.new_establishment_id', enrollment_id: 'change.new_enrollment_id' },
    ...{
      day: 'change.new_day',
      old_value: absentOrNull('change.old_status'),
      new_value: absentOrNull('change.new_status'),
    },
  })} from change`,
}

/** SQL for a hash of the columns by which an event changes. A new day, time or title makes another event. */
const eventText = (row: string) =>
  `md5(concat_ws('|', ${row}description, ${row}content, ${row}course_subject_id))`

const eventRow = (kind: 'event' | 'document', row: string, old_value: string, new_value: string) =>
  columnsOf({
    ...{ kind, ...sameNames(row, 'establishment_id', 'course_id', 'course_subject_id', 'day') },
    ...{ item: `${row}.id::text`, old_value, new_value },
    title: kind === 'event' ? `${row}.title` : `${row}.document_name`,
  })

/** SQL condition that the day of `row` is today or later. Past events are not news. */
const isAhead = (row: string) => `${row}.day >= (now() at time zone school.time_zone)::date`

const agenda: LoggedMerge = {
  removed: (condition) => `select ${eventRow('event', 'l', eventText('l.'), NONE)}
    from events l join establishments school on school.id = l.establishment_id
    where (${condition}) and ${isAhead('l')}`,
  written: `with written as (
      select event.*, change.is_new, change.old_description, change.old_content, change.old_course_subject_id,
        change.old_document_hash
      from change join events event on event.establishment_id = change.new_establishment_id
        and coalesce(event.course_id, 0) = coalesce(change.new_course_id, 0) and event.day = change.new_day
        and event.time is not distinct from change.new_time and event.title is not distinct from change.new_title
        and event.course_subject_id is not distinct from change.new_course_subject_id
      join establishments school on school.id = event.establishment_id
      where ${isAhead('event')})
    select ${eventRow('event', 'written', `case when not is_new then ${eventText('written.old_')} end`, eventText('written.'))}
    from written
    union all
    select ${eventRow('document', 'written', 'written.old_document_hash', 'written.document_hash')}
    from written where not is_new and document_hash is not null`,
}

const fingerprint = (block: string) => `md5(string_agg(
  concat_ws('|', ${block}.weekday, ${block}.starts_at, ${block}.ends_at, ${block}.course_subject_id), ','
  order by ${block}.weekday, ${block}.starts_at, ${block}.course_subject_id))`

/** The timetable of a course is compared as a whole, so that an import creates at most one news item for it. */
const timetable: LoggedMerge = {
  statementBefore: (schoolCondition) => `create temp table timetable_before on commit drop as
    select l.establishment_id, l.course_id, ${fingerprint('l')} as fingerprint
    from blocks l where ${schoolCondition} group by l.establishment_id, l.course_id`,
  written: `select ${columnsOf({
    ...{ kind: 'timetable', ...sameNames('course', 'establishment_id'), course_id: 'course.id' },
    ...{ item: 'course.id::text', old_value: 'earlier.fingerprint', new_value: 'later.fingerprint' },
  })}
    from (select new_establishment_id as establishment_id, new_course_id as id from change
      union select establishment_id, course_id from timetable_before) touched
    join courses course using (establishment_id, id)
    left join timetable_before earlier on earlier.course_id = course.id
    cross join lateral (select ${fingerprint('block')} as fingerprint from blocks block
      where block.establishment_id = course.establishment_id and block.course_id = course.id) later`,
}

type Link = { school: string; student: string; parent: string }

const linkRow = ({ school, student }: Link, old_value: string, new_value: string) =>
  columnsOf({
    ...{ kind: 'account', establishment_id: school, enrollment_id: 'enrollment.id', parent_id: 'parent.id' },
    ...{ item: `'link/' || ${student} || '/' || parent.id`, old_value, new_value },
  })

/**
 * SQL joins for a link: its parent, if they have signed in, and the student's latest enrollment that is not
 * withdrawn.
 */
const linkJoins = ({ school, student, parent }: Link) => `
    join parents parent on parent.id = ${parent} and parent.last_login_at is not null
    join enrollments enrollment on enrollment.establishment_id = ${school}
      and enrollment.student_id = ${student} and enrollment.withdrawn_on is null
      and not exists (select from enrollments newer where newer.establishment_id = enrollment.establishment_id
        and newer.student_id = enrollment.student_id and newer.withdrawn_on is null and newer.year > enrollment.year)`

const liveLink = { school: 'l.establishment_id', student: 'l.student_id', parent: 'l.parent_id' }
const newLink = {
  ...{ school: 'change.new_establishment_id', student: 'change.new_student_id' },
  parent: 'change.new_parent_id',
}

/** Changes of a link are logged only for the link's own parent. The end of an access is logged, but never published. */
const links: LoggedMerge = {
  removed: (condition) => `select ${linkRow(liveLink, `'linked'`, NONE)}
    from student_parents l ${linkJoins(liveLink)} where (${condition}) and l.has_access`,
  written: `select ${linkRow(
    newLink,
    `case when not change.is_new then 'linked' end`,
    `case when change.new_has_access then 'linked' end`,
  )}
    from change ${linkJoins(newLink)}
    where change.is_new and change.new_has_access
      or not change.is_new and change.old_has_access and not change.new_has_access`,
}

export const loggedMerges: Partial<Record<string, LoggedMerge>> = {
  evaluaciones: assessments,
  notas: grades,
  asistencia: attendance,
  atrasos: arrears,
  observaciones: observations,
  agenda,
  horario: timetable,
  vínculos: links,
}

/** The kinds of news that each sheet can create. */
export const kindsOfSheet: Partial<Record<SheetName, NewsKind[]>> = {
  notas: ['grade'],
  asistencia: ['absence'],
  atrasos: ['arrear'],
  observaciones: ['observation'],
  agenda: ['event', 'document'],
  horario: ['timetable'],
  vinculos: ['account'],
}
