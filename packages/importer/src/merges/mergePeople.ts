import {
  deliveredValues,
  givenNamesValue,
  type Merge,
  noOriginColumns,
  originColumns,
  pictureValues,
  swappedTextColumn,
  valueUnlessOmitted,
} from './defineMerge.ts'

export const studentsMerge: Merge = {
  name: 'alumnos',
  sheet: 'alumnos',
  table: 'students',
  wanted: ({
    isOfSchool,
  }) => `select distinct on (known.row_no) ${originColumns}, school.id as establishment_id,
      known.id, sheet.rut, sheet.rut_dv, sheet.name, sheet.last_name, sheet.second_last_name, sheet.birthday,
      sheet.gender, sheet.social_name, sheet.shows_social_name
    from resolved_alumnos sheet join known_schools school using (rbd)
    join known_students known on known.rbd = sheet.rbd and known.rut = sheet.rut
    where ${isOfSchool('sheet.rbd')}
    order by known.row_no, sheet.year desc, sheet.withdrawn_on desc nulls first, sheet.file, sheet.line`,
  key: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'rut', 'rut_dv', 'last_name'),
    ...givenNamesValue,
    ...valueUnlessOmitted('second_last_name'),
    ...valueUnlessOmitted('birthday'),
    ...valueUnlessOmitted('gender'),
    ...valueUnlessOmitted('social_name'),
    ...valueUnlessOmitted('shows_social_name', 'coalesce(wanted.shows_social_name, false)'),
  },
  recordIds: ({
    isOfSchool,
    liveIsOfSchool,
  }) => `update known_students known set id = live.id from students live
    where known.id is null and ${liveIsOfSchool} and live.rut = known.rut and ${isOfSchool('known.rbd')}`,
}

/**
 * Returns the SQL condition on `live` for the open enrollments that the import ends: those that are listed with an end
 * date, missing from the list of their course, or replaced by an enrollment in another course. `knownFilter` is a
 * condition that limits the table `known_enrollments`, alias `known`.
 */
const endedEnrollmentCondition = (knownFilter: string) => `live.withdrawn_on is null
  and live.id in (select known.id from known_enrollments known where ${knownFilter} and (
    known.is_listed and known.withdrawn_on is not null
    or not known.is_listed and known.course_row in (
      select listed.course_row from known_enrollments listed where listed.is_listed)
    or not known.is_listed and (known.student_row, known.year) in (
      select listed.student_row, listed.year from known_enrollments listed
      where listed.is_listed and listed.withdrawn_on is null)))`

/** The columns of an `EndedRow` that describe the student with the alias `student`, and their order. */
const endedStudent = `concat_ws(' ', student.name, student.last_name, student.second_last_name) as name,
  student.rut, student.rut_dv`
const endedOrder = 'course, student.last_name, student.second_last_name, student.name'
const courseText = `course.name || ' ' || course.letter`

export const enrollmentsMerge: Merge = {
  name: 'matrículas',
  sheet: 'alumnos',
  table: 'enrollments',
  wanted: ({
    isOfSchool,
  }) => `select distinct on (known.row_no) ${originColumns}, school.id as establishment_id,
      known.id, student.id as student_id, course.id as course_id, known.year, place.list_number,
      known.enrolled_on, known.withdrawn_on, sheet.shares_photo, picture.hash as photo_hash,
      coalesce((select min(period.starts_on) from known_periods period
        where period.rbd = known.rbd and period.year = known.year), make_date(known.year, 3, 1)) as first_day
    from known_enrollments known join known_schools school using (rbd)
    join known_students student on student.row_no = known.student_row
    join known_courses course on course.row_no = known.course_row
    join resolved_alumnos sheet on sheet.rbd = known.rbd and sheet.year = known.year and sheet.rut = known.rut
      and sheet.course_row = known.course_row
    join list_numbers place on place.file = sheet.file and place.line = sheet.line
    left join pictures picture on picture.owner = 'estudiante' and picture.name = sheet.rut
    where known.is_listed and ${isOfSchool('known.rbd')} and ${isOfSchool('sheet.rbd')}
    order by known.row_no, sheet.withdrawn_on desc nulls first`,
  key: ['establishment_id', 'id'],
  values: {
    ...deliveredValues('establishment_id', 'student_id', 'course_id', 'year', 'list_number'),
    enrolled_on: 'coalesce(wanted.enrolled_on, wanted.first_day)',
    // The end date of an open enrollment is written by `end` instead, so that it counts as ended and not as changed.
    withdrawn_on: 'case when live.id is null or live.withdrawn_on is not null then wanted.withdrawn_on end',
    // What the family chose in the app stays, whatever the sheet says.
    shares_photo: `coalesce((select given.is_granted from consents given
      where given.establishment_id = wanted.establishment_id and given.student_id = wanted.student_id
      order by given.id desc limit 1), ${valueUnlessOmitted('shares_photo', 'coalesce(wanted.shares_photo, false)').shares_photo})`,
    ...pictureValues('photo_id', 'photo_hash'),
  },
  ended: ({ isOfSchool, liveIsOfSchool }) =>
    `${liveIsOfSchool} and ${endedEnrollmentCondition(isOfSchool('known.rbd'))}`,
  endedRows: (condition) => `select 'matrícula' as what, ${courseText} as course, ${endedStudent}
    from enrollments live
    join students student on (student.establishment_id, student.id) = (live.establishment_id, live.student_id)
    join courses course on (course.establishment_id, course.id) = (live.establishment_id, live.course_id)
    where ${condition} order by ${endedOrder}`,
  end: {
    withdrawn_on: `coalesce(
      (select known.withdrawn_on from known_enrollments known where known.id = live.id),
      (select (now() at time zone school.time_zone)::date from establishments school
        where school.id = live.establishment_id))`,
  },
  recordIds: ({ isOfSchool, liveIsOfSchool }) => `update known_enrollments known set id = live.id
    from enrollments live join known_students student on student.id = live.student_id
    join known_courses course on course.id = live.course_id
    where known.id is null and ${liveIsOfSchool} and ${isOfSchool('known.rbd')}
      and student.row_no = known.student_row and course.row_no = known.course_row`,
}

/** The expression for what a guardian shows to the course: a choice of the guardian in the app wins over the sheet. */
function keptChoice(kind: 'phone' | 'email'): string {
  const column = `shares_${kind}`
  const bySheet = valueUnlessOmitted(
    column,
    `coalesce(wanted.${column}, false) and live.withdrew_${kind} is not true`,
  )
  return `case when exists (select from consents given where given.parent_id = live.id and given.kind = '${kind}'
    and given.channel = 'app') then live.${column} else ${bySheet[column]} end`
}

/**
 * A guardian is written with the first school that has a child of theirs, so that the account is not written twice. A
 * photo's name contains only a number: if a RUN and a passport have the same number, the photo belongs to the RUN.
 */
export const guardiansMerge: Merge = {
  name: 'apoderados',
  sheet: 'apoderados',
  table: 'parents',
  wanted: ({ isOfSchool }) => `select ${originColumns}, known.id, sheet.email, sheet.name, sheet.last_name,
      sheet.phone, sheet.rut, sheet.rut_dv, case when sheet.rut is null then sheet.document end as foreign_document,
      sheet.shares_phone, sheet.shares_email, picture.hash as photo_hash, told.permission,
      told.document is not null as is_permission_given, moved.new_email
    from apoderados sheet join known_guardians known using (document)
    left join link_permissions told using (document)
    left join email_changes moved on moved.id = known.id
    left join pictures picture on picture.owner = 'apoderado'
      and picture.name = split_part(sheet.document, ':', 2)
      and (sheet.rut is not null or not exists (select from apoderados other where other.rut = picture.name))
    where ${isOfSchool('known.home')} and document not in (select document from foreign_accounts)`,
  key: ['id'],
  values: {
    ...deliveredValues('last_name', 'rut', 'rut_dv', 'foreign_document'),
    ...givenNamesValue,
    email: 'case when live.id is null then wanted.email else coalesce(wanted.new_email, live.email) end',
    email_by_operator: 'coalesce(live.email_by_operator and live.email <> wanted.email, false)',
    ...valueUnlessOmitted('phone'),
    shares_phone: keptChoice('phone'),
    shares_email: keptChoice('email'),
    permission: 'case when wanted.is_permission_given then wanted.permission else live.permission end',
    ...pictureValues('photo_id', 'photo_hash'),
  },
  swapped: swappedTextColumn('email'),
  recordIds: () => `update known_guardians known set id = live.id from parents live
    where known.id is null
      and known.document in ('rut:' || live.rut, live.foreign_document)`,
}

/** Merges `permission`, such as 'Apoderado titular', of guardians with links but no row in the sheet apoderados. */
export const permissionsMerge: Merge = {
  name: 'calidades',
  sheet: 'vinculos',
  table: 'parents',
  wanted: ({ isOfSchool }) => `select ${noOriginColumns}, id, permission from link_permissions
    where ${isOfSchool('home')} and document not in (select document from apoderados)
      and document not in (select document from foreign_accounts)`,
  key: ['id'],
  values: deliveredValues('permission'),
}

const parentTypeValue = valueUnlessOmitted('parent_type').parent_type

/** An access that is blocked in the database stays blocked, because the sheet may be older than the court order. */
export const linksMerge: Merge = {
  name: 'vínculos',
  sheet: 'vinculos',
  table: 'student_parents',
  wanted: ({ isOfSchool }) => `select link.file, link.line, link.omitted, school.id as establishment_id,
      student.id as student_id, guardian.id as parent_id, link.parent_type, link.other_type, link.financial_proxy,
      link.has_access, link.no_access_reason, link.is_legal_representative
    from resolved_vinculos link join known_schools school using (rbd)
    join known_students student on student.row_no = link.student_row
    join known_guardians guardian on guardian.document = link.document
    where ${isOfSchool('link.rbd')} and (link.student_row, link.document) not in (
      select student_row, document from withheld_links)`,
  key: ['establishment_id', 'student_id', 'parent_id'],
  values: {
    ...deliveredValues('establishment_id', 'student_id', 'parent_id'),
    ...valueUnlessOmitted('parent_type'),
    other_type: `case when ${parentTypeValue} = 'other' then ${valueUnlessOmitted('other_type').other_type} end`,
    ...valueUnlessOmitted('financial_proxy'),
    // An empty cell, like a missing column, leaves what the school has noted: it is no field of everyday sheets.
    is_legal_representative: 'coalesce(wanted.is_legal_representative, live.is_legal_representative, false)',
    has_access: 'wanted.has_access and coalesce(live.has_access, true)',
    no_access_reason: `case when live.has_access is false then coalesce(wanted.no_access_reason, live.no_access_reason)
      else wanted.no_access_reason end`,
  },
  latest: {
    has_access: 'live.has_access and change.new_has_access',
    no_access_reason: `case when live.has_access then change.new_no_access_reason
      else coalesce(change.new_no_access_reason, live.no_access_reason) end`,
  },
  ended: ({ isOfSchool, liveIsOfSchool }) => `${liveIsOfSchool} and live.has_access
    and live.student_id in (select student.id from resolved_vinculos link
      join known_students student on student.row_no = link.student_row where ${isOfSchool('link.rbd')})
    and not exists (select from resolved_vinculos link
      join known_students student on student.row_no = link.student_row
      join known_guardians guardian on guardian.document = link.document
      where student.id = live.student_id and guardian.id = live.parent_id and ${isOfSchool('link.rbd')})`,
  endedRows: (condition) => `select concat_ws(' ', 'vínculo con', guardian.name, guardian.last_name) as what,
      place.course, ${endedStudent}
    from student_parents live
    join students student on (student.establishment_id, student.id) = (live.establishment_id, live.student_id)
    join parents guardian on guardian.id = live.parent_id
    left join lateral (select ${courseText} as course from enrollments stay
      join courses course on (course.establishment_id, course.id) = (stay.establishment_id, stay.course_id)
      where (stay.establishment_id, stay.student_id) = (live.establishment_id, live.student_id)
      order by stay.withdrawn_on desc nulls first, stay.year desc limit 1) place on true
    where ${condition} order by ${endedOrder}`,
}
