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
} from './merge.ts'
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
    address: "case when 'address' = any(w.omitted) then coalesce(l.address, w.address) else w.address end",
    ...valueUnlessOmitted('phone'),
    ...valueUnlessOmitted('time_zone', "coalesce(w.time_zone, 'America/Santiago')"),
    ...valueUnlessOmitted('rounding', "coalesce(w.rounding, 'round')"),
    ...valueUnlessOmitted('uses_weights', 'coalesce(w.uses_weights, false)'),
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
  swapped: { column: 'starts_on', temporary: 'l.starts_on - 100000' },
  recordIds: ({ isOfSchool, live }) => `update known_periods known set id = l.id from sub_periods l
    where known.id is null and ${live} and l.year = known.year and l.code = known.code and ${isOfSchool('known.rbd')}`,
}

export const coursesMerge: Merge = {
  name: 'cursos',
  sheet: 'cursos',
  table: 'courses',
  wanted: selectListedRows('known_courses', 'known.letter'),
  key: ['establishment_id', 'id'],
  values: deliveredValues('establishment_id', 'year', 'code', 'name', 'letter'),
  swapped: swappedTextColumn('code'),
  recordIds: ({ isOfSchool, live }) => `update known_courses known set id = l.id from courses l
    where known.id is null and ${live} and l.year = known.year and l.name = known.name
      and l.letter = known.letter and ${isOfSchool('known.rbd')}`,
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
  recordIds: ({ isOfSchool, live }) => `update known_employees known set id = l.id from employees l
    where known.id is null and ${live} and l.rut = known.rut and ${isOfSchool('known.rbd')}`,
}

export const courseSubjectsMerge: Merge = {
  name: 'asignaturas',
  sheet: 'asignaturas',
  table: 'course_subjects',
  wanted: selectSchoolRows(
    'resolved_asignaturas',
    `known.id, course.id as course_id, sheet.code, sheet.position, known.name, known.scale_type,
      sheet.counts_in_average, known.is_elective, coalesce(employee.id, -employee.k) as employee_id`,
    `join known_courses course on course.k = sheet.course_k
    join known_subjects known on known.course_k = sheet.course_k and lower(known.code) = lower(sheet.code)
    left join known_employees employee on employee.k = sheet.employee_k`,
  ),
  key: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'course_id', 'code', 'position', 'name'),
    ...deliveredValues('scale_type', 'is_elective'),
    ...valueUnlessOmitted('counts_in_average'),
    ...valueUnlessOmitted('employee_id', 'w.employee_id', 'employee_rut'),
  },
  swapped: swappedTextColumn('name'),
  recordIds: ({ isOfSchool, live }) => `update known_subjects known set id = l.id
    from course_subjects l join known_courses course on course.id = l.course_id
    where known.id is null and ${live} and course.k = known.course_k and l.code = known.code
      and ${isOfSchool('course.rbd')}`,
}

const blockRows = selectSchoolRows(
  'resolved_horario',
  `course.id as course_id, sheet.weekday, sheet.is_class, sheet.starts_at, sheet.ends_at,
    coalesce(subject.id, -subject.k) as course_subject_id, ${electiveIdColumn}`,
  `join known_courses course on course.k = sheet.course_k
  left join known_subjects subject on subject.k = sheet.subject_k`,
)

/** Merges the timetables. A sheet contains the whole week of a course; stored blocks that it lacks are deleted. */
export const blocksMerge: Merge = {
  name: 'horario',
  sheet: 'horario',
  table: 'blocks',
  wanted: blockRows,
  key: ['establishment_id', 'course_id', 'weekday', 'starts_at'],
  joinsIf: sameElectiveCondition('w'),
  identity: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'course_id', 'weekday', 'starts_at', 'ends_at'),
    course_subject_id: `case when w.is_class then ${valueUnlessOmitted('course_subject_id', 'w.course_subject_id', 'subject').course_subject_id} end`,
  },
  ended: (filter) => `${filter.live} and l.course_id in (select course_id from (${blockRows(filter)}) given)
    and not exists (select from (${blockRows(filter)}) given
      where given.course_id = l.course_id and given.weekday = l.weekday and given.starts_at = l.starts_at
        and ${sameElectiveCondition('given')})`,
}
