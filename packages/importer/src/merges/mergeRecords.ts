import {
  deliveredValues,
  type Merge,
  type SchoolFilter,
  selectSchoolRows,
  valueUnlessOmitted,
} from './defineMerge.ts'
import { electiveIdColumn, sameElectiveCondition } from './mergeElectives.ts'

export const assessmentsMerge: Merge = {
  name: 'evaluaciones',
  sheet: 'evaluaciones',
  table: 'assessments',
  wanted: selectSchoolRows(
    'resolved_evaluaciones',
    `known.id, coalesce(subject.id, -subject.row_no) as course_subject_id,
      coalesce(period.id, -period.row_no) as sub_period_id, sheet.code,
      coalesce(sheet.held_on, period.starts_on) as held_on, sheet.name, sheet.description, sheet.weight`,
    `join known_assessments known on known.course_row = sheet.course_row and lower(known.code) = lower(sheet.code)
    join known_subjects subject on subject.row_no = sheet.subject_row
    join known_periods period on period.row_no = sheet.period_row`,
  ),
  key: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'course_subject_id', 'sub_period_id', 'code', 'name'),
    ...valueUnlessOmitted('held_on'),
    ...valueUnlessOmitted('description'),
    ...valueUnlessOmitted('weight'),
  },
  endedIfComplete: ({ isOfSchool, liveIsOfSchool }) => `${liveIsOfSchool}
    and (live.course_subject_id, live.sub_period_id) in (
      select subject.id, period.id from resolved_evaluaciones sheet
      join known_subjects subject on subject.row_no = sheet.subject_row
      join known_periods period on period.row_no = sheet.period_row where ${isOfSchool('sheet.rbd')}
    ) and live.id not in (select known.id from resolved_evaluaciones sheet
      join known_assessments known on known.course_row = sheet.course_row and lower(known.code) = lower(sheet.code)
      where known.id is not null and ${isOfSchool('sheet.rbd')})`,
  dependents: {
    kind: 'notas',
    table: 'grades',
    isOfRow: 'grades.establishment_id = live.establishment_id and grades.assessment_id = live.id',
  },
  recordIds: ({ isOfSchool, liveIsOfSchool }) => `update known_assessments known set id = live.id
    from assessments live join known_subjects subject on subject.id = live.course_subject_id
    where known.id is null and ${liveIsOfSchool} and subject.course_row = known.course_row and live.code = known.code
      and ${isOfSchool('known.rbd')}`,
}

/** Returns `wanted` for a merge: like `selectSchoolRows`, with the students' enrollments. */
const selectRecords = (from: string, columns: string, joins = '') =>
  selectSchoolRows(
    from,
    `enrollment.id as enrollment_id, ${columns}`,
    `join known_enrollments enrollment on enrollment.row_no = sheet.enrollment_row ${joins}`,
  )

/** SQL that selects the delivered results with the ids of enrollment and assessment; the id of a new row is null. */
const resultRows = selectRecords(
  'resolved_notas',
  'assessment.id as assessment_id, sheet.tenths, sheet.concept',
  'join known_assessments assessment on assessment.row_no = sheet.assessment_row',
)

export const gradesMerge: Merge = {
  name: 'notas',
  sheet: 'notas',
  table: 'grades',
  wanted: (filter) => `${resultRows(filter)} and num_nonnulls(sheet.tenths, sheet.concept) > 0`,
  key: ['establishment_id', 'enrollment_id', 'assessment_id'],
  values: {
    ...deliveredValues('establishment_id', 'enrollment_id', 'assessment_id'),
    // A grade and a concept exclude each other: writing one removes the other.
    tenths: `case when wanted.concept is null then ${valueUnlessOmitted('tenths').tenths} end`,
    concept: `case when wanted.tenths is null then ${valueUnlessOmitted('concept').concept} end`,
  },
  // Ends the stored grades and concepts of results that are pending in the file.
  ended: (filter) => `${filter.liveIsOfSchool} and exists (select from (${resultRows(filter)}) pending
    where pending.enrollment_id = live.enrollment_id and pending.assessment_id = live.assessment_id
      and num_nonnulls(tenths, concept) = 0
      and (case when live.tenths is null then 'concept' else 'tenths' end = any(omitted)) is not true)`,
  endedIfComplete: (filter) => `${filter.liveIsOfSchool}
    and live.assessment_id in (select assessment_id from (${resultRows(filter)}) given)
    and not exists (select from (${resultRows(filter)}) given
      where given.assessment_id = live.assessment_id and given.enrollment_id = live.enrollment_id)`,
}

/** Returns the SQL condition that a live row is from the first to the last day that the sheet has for its school. */
const withinSheetDaysCondition = (
  sheet: string,
  day: string,
  liveDay: string,
  { isOfSchool }: SchoolFilter,
) => `exists (
  select from (select rbd, min(${day})::date as first_day, max(${day})::date as last_day from ${sheet} sheet
    where ${isOfSchool('sheet.rbd')} group by rbd) given join known_schools school using (rbd)
  where school.id = live.establishment_id and ${liveDay} between first_day and last_day)`

/**
 * Returns `endedIfComplete` for a merge: the SQL condition for the live rows of the sheet's students, from its first to
 * its last day, that are not in `rows`, the rows of the sheet, by the columns of `key`.
 */
const missingRowsCondition =
  (sheet: string, day: string, liveDay: string, rows: Merge['wanted'], key: string[]) =>
  (filter: SchoolFilter) =>
    `${filter.liveIsOfSchool} and live.enrollment_id in (select enrollment_id from (${rows(filter)}) given)
    and ${withinSheetDaysCondition(sheet, day, liveDay, filter)}
    and not exists (select from (${rows(filter)}) given
      where ${key.map((name) => `given.${name} = live.${name}`).join(' and ')})`

const attendanceRows = selectRecords('resolved_asistencia', 'sheet.day, sheet.status')
export const attendanceMerge: Merge = {
  name: 'asistencia',
  sheet: 'asistencia',
  table: 'attendance',
  wanted: attendanceRows,
  key: ['establishment_id', 'enrollment_id', 'day'],
  values: deliveredValues('establishment_id', 'enrollment_id', 'day', 'status'),
  endedIfComplete: missingRowsCondition('resolved_asistencia', 'day', 'live.day', attendanceRows, [
    'enrollment_id',
    'day',
  ]),
}

const arrearRows = selectRecords(
  'resolved_atrasos',
  'sheet.date_late at time zone school.time_zone as date_late, sheet.status, sheet.observation',
)
export const arrearsMerge: Merge = {
  name: 'atrasos',
  sheet: 'atrasos',
  table: 'arrears',
  wanted: arrearRows,
  key: ['establishment_id', 'enrollment_id', 'date_late'],
  identity: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'enrollment_id', 'date_late'),
    ...valueUnlessOmitted('status'),
    ...valueUnlessOmitted('observation'),
  },
  endedIfComplete: missingRowsCondition(
    'resolved_atrasos',
    'date_late',
    '(live.date_late at time zone school.time_zone)::date',
    arrearRows,
    ['enrollment_id', 'date_late'],
  ),
}

const observationRows = selectRecords(
  'resolved_observaciones',
  `sheet.date, sheet.event_type, sheet.description, sheet.observation,
    coalesce(employee.id, -employee.row_no) as employee_id, coalesce(subject.id, -subject.row_no) as course_subject_id,
    sheet.in_class, sheet.where_is`,
  `left join known_employees employee on employee.row_no = sheet.employee_row
  left join known_subjects subject on subject.row_no = sheet.subject_row`,
)
const observationKey = ['enrollment_id', 'date', 'event_type', 'description', 'observation']
export const observationsMerge: Merge = {
  name: 'observaciones',
  sheet: 'observaciones',
  table: 'observations',
  wanted: observationRows,
  key: ['establishment_id', ...observationKey],
  identity: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', ...observationKey),
    ...valueUnlessOmitted('employee_id', 'wanted.employee_id', 'employee_rut'),
    ...valueUnlessOmitted('course_subject_id', 'wanted.course_subject_id', 'subject'),
    ...valueUnlessOmitted('in_class'),
    ...valueUnlessOmitted('where_is'),
  },
  endedIfComplete: missingRowsCondition(
    'resolved_observaciones',
    'date',
    'live.date',
    observationRows,
    observationKey,
  ),
}

/** Returns SQL that selects the delivered events. `course_id` is null for the whole school, and 0 for a new course. */
const eventRows = selectSchoolRows(
  'resolved_agenda',
  `case when sheet.course_row is not null then coalesce(course.id, 0) end as course_id, sheet.day, sheet.time,
    sheet.title, sheet.description, sheet.content, coalesce(subject.id, -subject.row_no) as course_subject_id,
    ${electiveIdColumn}, document.hash as document_hash, document.name as document_name`,
  `left join known_courses course on course.row_no = sheet.course_row
  left join known_subjects subject on subject.row_no = sheet.subject_row
  left join documents document on document.named = sheet.document`,
)
/** SQL that selects the delivered events, without those of new courses. */
const eventsOfKnownCourses = (filter: SchoolFilter) =>
  `${eventRows(filter)} and (sheet.course_row is null or course.id is not null)`

export const eventsMerge: Merge = {
  name: 'agenda',
  sheet: 'agenda',
  table: 'events',
  wanted: eventRows,
  key: ['establishment_id', 'course_id', 'day', 'time', 'title'],
  nullable: ['course_id', 'time'],
  joinsIf: sameElectiveCondition('wanted'),
  identity: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'course_id', 'day', 'time', 'title'),
    ...valueUnlessOmitted('description'),
    ...valueUnlessOmitted('content'),
    ...valueUnlessOmitted('course_subject_id', 'wanted.course_subject_id', 'subject'),
    ...valueUnlessOmitted('document_name', 'wanted.document_name', 'document'),
    ...valueUnlessOmitted('document_hash', 'wanted.document_hash', 'document'),
    document_id: `case when 'document' = any(wanted.omitted) or wanted.document_hash = live.document_hash
      then live.document_id end`,
  },
  endedIfComplete: (filter) => `${filter.liveIsOfSchool}
    and ${withinSheetDaysCondition('resolved_agenda', 'day', 'live.day', filter)}
    and (live.establishment_id, coalesce(live.course_id, 0)) in (
      select establishment_id, coalesce(course_id, 0) from (${eventsOfKnownCourses(filter)}) given)
    and not exists (select from (${eventsOfKnownCourses(filter)}) given
      where given.establishment_id = live.establishment_id and given.course_id is not distinct from live.course_id
        and given.day = live.day and given.time is not distinct from live.time and given.title = live.title
        and ${sameElectiveCondition('given')})`,
}
