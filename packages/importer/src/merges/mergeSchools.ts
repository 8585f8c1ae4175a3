import {
  deliveredValues,
  givenNamesValue,
  type Merge,
  noOriginColumns,
  originColumns,
  pictureValues,
  type SchoolFilter,
  selectSchoolRows,
  swappedTextColumn,
  valueUnlessOmitted,
} from './defineMerge.ts'
import { electiveIdColumn, sameElectiveCondition } from './mergeElectives.ts'

export const establishmentsMerge: Merge = {
  name: 'establecimientos',
  sheet: 'establecimientos',
  table: 'establishments',
  wanted: ({ isOfSchool }) => `select ${originColumns}, known.id, sheet.rbd, sheet.name, sheet.address,
      sheet.phone, sheet.time_zone, sheet.rounding, sheet.uses_weights, picture.hash as insign_hash
    from establecimientos sheet join known_schools known using (rbd)
    left join pictures picture on picture.owner = 'establecimiento' and picture.name = sheet.rbd
    where ${isOfSchool('sheet.rbd')}`,
  key: ['id'],
  values: {
    ...deliveredValues('rbd', 'name'),
    // The address is joined from street and commune, so a file with only one of the two columns cannot change it.
    address: `case when 'address' = any(wanted.omitted) then coalesce(live.address, wanted.address)
      else wanted.address end`,
    ...valueUnlessOmitted('phone'),
    ...valueUnlessOmitted('time_zone', "coalesce(wanted.time_zone, 'America/Santiago')"),
    ...valueUnlessOmitted('rounding', "coalesce(wanted.rounding, 'round')"),
    ...valueUnlessOmitted('uses_weights', 'coalesce(wanted.uses_weights, false)'),
    ...pictureValues('insign_id', 'insign_hash'),
  },
  recordIds: ({ isOfSchool }) => `update known_schools known set id = live.id from establishments live
    where known.id is null and live.rbd = known.rbd and ${isOfSchool('known.rbd')}`,
}

/** Returns `wanted` for a merge: SQL that selects the rows of the table `from`, alias `known`, that a sheet lists. */
const selectListedRows =
  (from: string, columns: string) =>
  ({ isOfSchool }: SchoolFilter) =>
    `select ${noOriginColumns}, school.id as establishment_id, known.id,
      known.year, known.code, known.name, ${columns}
    from ${from} known join known_schools school using (rbd)
    where known.is_listed and ${isOfSchool('known.rbd')}`

export const subPeriodsMerge: Merge = {
  name: 'periodos',
  sheet: 'periodos',
  table: 'sub_periods',
  wanted: selectListedRows('known_periods', 'known.starts_on, known.ends_on'),
  key: ['establishment_id', 'id'],
  values: deliveredValues('establishment_id', 'year', 'code', 'name', 'starts_on', 'ends_on'),
  swapped: { column: 'starts_on', temporary: 'live.starts_on - 100000' },
  recordIds: ({
    isOfSchool,
    liveIsOfSchool,
  }) => `update known_periods known set id = live.id from sub_periods live
    where known.id is null and ${liveIsOfSchool} and ${isOfSchool('known.rbd')}
      and live.year = known.year and live.code = known.code`,
}

export const coursesMerge: Merge = {
  name: 'cursos',
  sheet: 'cursos',
  table: 'courses',
  wanted: selectListedRows('known_courses', 'known.letter'),
  key: ['establishment_id', 'id'],
  values: deliveredValues('establishment_id', 'year', 'code', 'name', 'letter'),
  swapped: swappedTextColumn('code'),
  recordIds: ({
    isOfSchool,
    liveIsOfSchool,
  }) => `update known_courses known set id = live.id from courses live
    where known.id is null and ${liveIsOfSchool} and live.year = known.year and live.name = known.name
      and live.letter = known.letter and ${isOfSchool('known.rbd')}`,
}

export const employeesMerge: Merge = {
  name: 'funcionarios',
  sheet: 'funcionarios',
  table: 'employees',
  wanted: selectSchoolRows(
    'funcionarios',
    'known.id, sheet.rut, sheet.rut_dv, sheet.name, sheet.last_name, sheet.second_last_name',
    'join known_employees known on known.rbd = sheet.rbd and known.rut = sheet.rut',
  ),
  key: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'rut', 'rut_dv', 'last_name'),
    ...givenNamesValue,
    ...valueUnlessOmitted('second_last_name'),
  },
  recordIds: ({
    isOfSchool,
    liveIsOfSchool,
  }) => `update known_employees known set id = live.id from employees live
    where known.id is null and ${liveIsOfSchool} and live.rut = known.rut and ${isOfSchool('known.rbd')}`,
}

export const courseSubjectsMerge: Merge = {
  name: 'asignaturas',
  sheet: 'asignaturas',
  table: 'course_subjects',
  wanted: selectSchoolRows(
    'resolved_asignaturas',
    `known.id, course.id as course_id, sheet.code, sheet.position, known.name, known.scale_type,
      sheet.counts_in_average, known.is_elective, coalesce(employee.id, -employee.row_no) as employee_id`,
    `join known_courses course on course.row_no = sheet.course_row
    join known_subjects known on known.course_row = sheet.course_row and lower(known.code) = lower(sheet.code)
    left join known_employees employee on employee.row_no = sheet.employee_row`,
  ),
  key: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'course_id', 'code', 'position', 'name'),
    ...deliveredValues('scale_type', 'is_elective'),
    ...valueUnlessOmitted('counts_in_average'),
    ...valueUnlessOmitted('employee_id', 'wanted.employee_id', 'employee_rut'),
  },
  swapped: swappedTextColumn('name'),
  recordIds: ({ isOfSchool, liveIsOfSchool }) => `update known_subjects known set id = live.id
    from course_subjects live join known_courses course on course.id = live.course_id
    where known.id is null and ${liveIsOfSchool} and course.row_no = known.course_row and live.code = known.code
      and ${isOfSchool('course.rbd')}`,
}

const blockRows = selectSchoolRows(
  'resolved_horario',
  `course.id as course_id, sheet.weekday, sheet.is_class, sheet.is_lunch, sheet.starts_at, sheet.ends_at,
    coalesce(subject.id, -subject.row_no) as course_subject_id, ${electiveIdColumn}`,
  `join known_courses course on course.row_no = sheet.course_row
  left join known_subjects subject on subject.row_no = sheet.subject_row`,
)

const { course_subject_id: subjectValue } = valueUnlessOmitted(
  'course_subject_id',
  'wanted.course_subject_id',
  'subject',
)

/** Merges the timetables. A sheet contains the whole week of a course; stored blocks that it lacks are deleted. */
export const blocksMerge: Merge = {
  name: 'horario',
  sheet: 'horario',
  table: 'blocks',
  wanted: blockRows,
  key: ['establishment_id', 'course_id', 'weekday', 'starts_at'],
  joinsIf: sameElectiveCondition('wanted'),
  identity: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'course_id', 'weekday', 'starts_at', 'ends_at', 'is_lunch'),
    course_subject_id: `case when wanted.is_class then ${subjectValue} end`,
  },
  ended: (filter) => `${filter.liveIsOfSchool}
    and live.course_id in (select course_id from (${blockRows(filter)}) given)
    and not exists (select from (${blockRows(filter)}) given
      where given.course_id = live.course_id and given.weekday = live.weekday and given.starts_at = live.starts_at
        and ${sameElectiveCondition('given')})`,
}
