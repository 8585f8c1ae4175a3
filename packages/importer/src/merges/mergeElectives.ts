import { deliveredValues, type Merge, selectSchoolRows } from './defineMerge.ts'

/**
 * SQL column with the id of the row's subject if the subject is an elective, or a negative number if that elective is
 * new; otherwise null. Merges also join by it, because rows of several electives may have the same key.
 */
export const electiveIdColumn = `case when subject.is_elective then coalesce(subject.id, -subject.row_no) end
  as elective_id`

/**
 * Returns the SQL condition that the row with the alias `row` and the row `live` belong to the same elective, or both
 * to none. It is also true if the file has no column for the subject.
 */
export const sameElectiveCondition = (row: string) => `(('subject' = any(${row}.omitted)) is true
  or ${row}.elective_id is not distinct from (
    select known.id from known_subjects known where known.id = live.course_subject_id and known.is_elective))`

/**
 * Merges the electives that students take. The end of a row deletes only the student's place in the elective: the
 * grades are kept, and are shown again if the student returns.
 */
export const electivesMerge: Merge = {
  name: 'electivos',
  sheet: 'electivos',
  table: 'elective_enrollments',
  wanted: selectSchoolRows(
    'resolved_electivos',
    'place.id as enrollment_id, subject.id as course_subject_id',
    `join known_enrollments place on place.row_no = sheet.enrollment_row
    join known_subjects subject on subject.row_no = sheet.subject_row`,
  ),
  key: ['establishment_id', 'enrollment_id', 'course_subject_id'],
  values: deliveredValues('establishment_id', 'enrollment_id', 'course_subject_id'),
  ended: ({ liveIsOfSchool }) => `${liveIsOfSchool} and exists (
    select from known_enrollments place join known_subjects subject on subject.is_elective
    where place.id = live.enrollment_id and subject.id = live.course_subject_id and not exists (
      select from known_electives taken
      where taken.enrollment_row = place.row_no and taken.subject_row = subject.row_no))`,
  endedRows: (condition) => `select 'electivo ' || subject.name as what,
      course.name || ' ' || course.letter as course,
      concat_ws(' ', student.name, student.last_name, student.second_last_name) as name, student.rut, student.rut_dv
    from elective_enrollments live
    join course_subjects subject on (subject.establishment_id, subject.id) = (live.establishment_id, live.course_subject_id)
    join enrollments stay on (stay.establishment_id, stay.id) = (live.establishment_id, live.enrollment_id)
    join students student on (student.establishment_id, student.id) = (live.establishment_id, stay.student_id)
    join courses course on (course.establishment_id, course.id) = (live.establishment_id, stay.course_id)
    where ${condition} order by course, student.last_name, student.second_last_name, student.name`,
}
