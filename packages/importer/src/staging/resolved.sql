-- The sheets with their references resolved. A `…_row` is null unless exactly one row matches the name; `…_choices`
-- lists the candidates.

create temp table resolved_asignaturas as
select sheet.*, course.row_no as course_row, course.choices as course_choices, subject.row_no as subject_row,
  employee.row_no as employee_row
from asignaturas sheet
left join course_names course on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
left join known_subjects subject on subject.course_row = course.row_no and lower(subject.code) = lower(sheet.code)
left join known_employees employee on employee.rbd = sheet.rbd and employee.rut = sheet.employee_rut;

create temp table resolved_electivos as
select sheet.*, enrollment.row_no as enrollment_row, enrollment.course_row, subject.row_no as subject_row,
  subject.choices as subject_choices
from electivos sheet
left join year_enrollments enrollment
  on enrollment.rbd = sheet.rbd and enrollment.year = sheet.year and enrollment.rut = sheet.student_rut
left join subject_names subject on subject.course_row = enrollment.course_row and subject.name = lower(sheet.subject)
left join known_subjects known on known.row_no = subject.row_no
where ('subject' = any(sheet.omitted) and known.id is not null) is not true;

create temp table resolved_alumnos as
select sheet.*, course.row_no as course_row, course.choices as course_choices
from alumnos sheet
left join course_names course on course.rbd = sheet.rbd and course.year = sheet.year
  and course.name = lower(sheet.course_name || ' ' || sheet.letter);

update resolved_alumnos sheet set withdrawn_on = place.withdrawn_on
from known_enrollments place
where 'withdrawn_on' = any(sheet.omitted) and place.rbd = sheet.rbd and place.year = sheet.year
  and place.rut = sheet.rut and place.course_row = sheet.course_row;

create temp table resolved_vinculos as
select sheet.file, sheet.line, sheet.omitted, coalesce(sheet.rbd, student.rbd) as rbd, sheet.student_rut, sheet.document,
  sheet.parent_type, sheet.other_type, sheet.permission, sheet.financial_proxy,
  sheet.is_legal_representative, sheet.has_access,
  sheet.no_access_reason, student.row_no as student_row
from vinculos sheet
left join known_students student
  on student.rut = sheet.student_rut and student.rbd = coalesce(sheet.rbd, student.rbd);

-- The permission of each guardian: the highest one that a link in the files states. If it is lower than the stored one,
-- it counts only if the files contain the links of all the guardian's students, since a link of another student may
-- state a higher one.
create temp table link_permissions as
with told as (
  select distinct on (document) document, permission,
    coalesce(array_position(array['Apoderado titular', 'Apoderado suplente'], permission), 3) as place
  from vinculos where ('permission' = any(omitted)) is not true order by document, place
), listed as (
  select distinct student.id
  from resolved_vinculos link join known_students student on student.row_no = link.student_row
  where student.id is not null
)
select known.document, known.id, known.home, told.permission
from known_guardians known join told using (document) left join parents live on live.id = known.id
where told.place <= coalesce(array_position(array['Apoderado titular', 'Apoderado suplente'], live.permission), 3)
  or not exists (
    select from student_parents other left join listed on listed.id = other.student_id
    where other.parent_id = known.id and listed.id is null
  );
create index on link_permissions (home);
create index on link_permissions (document);

create temp table resolved_horario as
select sheet.*, course.row_no as course_row, course.choices as course_choices, subject.row_no as subject_row,
  subject.choices as subject_choices
from horario sheet
left join course_names course on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
left join subject_names subject on subject.course_row = course.row_no and subject.name = lower(sheet.subject);

create temp table resolved_evaluaciones as
select sheet.*, course.row_no as course_row, course.choices as course_choices, subject.row_no as subject_row,
  subject.choices as subject_choices, period.row_no as period_row, period.choices as period_choices
from evaluaciones sheet
left join course_names course on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
left join subject_names subject on subject.course_row = course.row_no and subject.name = lower(sheet.subject)
left join period_names period on period.rbd = sheet.rbd and period.year = sheet.year and period.name = lower(sheet.period);

-- Assessments of several courses may have the same code. The assessment of the student's present course has priority
-- over those of former courses.
create temp table resolved_notas as
select sheet.file, sheet.line, sheet.omitted, sheet.rbd, sheet.year, sheet.assessment, sheet.student_rut,
  sheet.tenths, sheet.concept, present.row_no as present_row,
  coalesce(own.row_no, former.enrollment_row) as enrollment_row,
  coalesce(own_test.row_no, former.assessment_row) as assessment_row,
  coalesce(own_test.scale_type, former.scale_type) as scale_type
from notas sheet
left join year_enrollments present
  on present.rbd = sheet.rbd and present.year = sheet.year and present.rut = sheet.student_rut
left join known_assessments own_test
  on own_test.course_row = present.course_row and lower(own_test.code) = lower(sheet.assessment)
left join known_enrollments own on own.row_no = present.row_no and own_test.row_no is not null
left join lateral (
  select place.row_no as enrollment_row, test.row_no as assessment_row, test.scale_type
  from known_enrollments place join known_assessments test
    on test.course_row = place.course_row and lower(test.code) = lower(sheet.assessment)
  where own_test.row_no is null and place.student_row = present.student_row and place.year = sheet.year
  order by place.enrolled_on desc nulls last limit 1
) former on true;

create temp table resolved_asistencia as
select sheet.*, enrollment.row_no as enrollment_row
from asistencia sheet
left join year_enrollments enrollment
  on enrollment.rbd = sheet.rbd and enrollment.year = sheet.year and enrollment.rut = sheet.student_rut;

create temp table resolved_atrasos as
select sheet.*, enrollment.row_no as enrollment_row
from atrasos sheet
left join year_enrollments enrollment
  on enrollment.rbd = sheet.rbd and enrollment.year = sheet.year and enrollment.rut = sheet.student_rut;

create temp table resolved_observaciones as
select sheet.*, enrollment.row_no as enrollment_row, subject.row_no as subject_row, subject.choices as subject_choices,
  employee.row_no as employee_row
from observaciones sheet
left join year_enrollments enrollment
  on enrollment.rbd = sheet.rbd and enrollment.year = sheet.year and enrollment.rut = sheet.student_rut
left join subject_names subject on subject.course_row = enrollment.course_row and subject.name = lower(sheet.subject)
left join known_employees employee on employee.rbd = sheet.rbd and employee.rut = sheet.employee_rut;

create temp table resolved_agenda as
select sheet.*, course.row_no as course_row, course.choices as course_choices, subject.row_no as subject_row,
  subject.choices as subject_choices
from agenda sheet
left join course_names course on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
left join subject_names subject on subject.course_row = course.row_no and subject.name = lower(sheet.subject);

-- If the file has no column for the time, a row is matched with the stored event of the same course, day and title.
-- `alike` is the number of such events.
alter table resolved_agenda add alike bigint;
update resolved_agenda sheet set time = live.time, alike = live.alike
from (
  select school.rbd, course.row_no as course_row, event.day, event.title, min(event.time) as time, count(*) as alike
  from events event join known_schools school on school.id = event.establishment_id
  left join known_courses course on course.id = event.course_id
  group by school.rbd, course.row_no, event.day, event.title
) live
where 'time' = any(sheet.omitted) and live.rbd = sheet.rbd and live.course_row is not distinct from sheet.course_row
  and live.day = sheet.day and live.title = sheet.title;

create index on resolved_alumnos (rbd);
create index on resolved_vinculos (rbd);
create index on resolved_horario (rbd);
create index on resolved_evaluaciones (rbd);
create index on resolved_notas (rbd);
create index on resolved_asistencia (rbd);
create index on resolved_atrasos (rbd);
create index on resolved_observaciones (rbd);
create index on resolved_agenda (rbd);
analyze resolved_asignaturas;
analyze resolved_alumnos;
analyze resolved_vinculos;
analyze resolved_horario;
analyze resolved_evaluaciones;
analyze resolved_notas;
analyze resolved_asistencia;
analyze resolved_atrasos;
analyze resolved_observaciones;
analyze resolved_agenda;

-- A pupil's list number: the number in the list, or else the position in alphabetical order. If the list has no column
-- for it, pupils keep their stored numbers, and the others get the numbers after the highest one.
create temp table list_numbers as
select file, line, case when keeps_number then coalesce(former_number, coalesce(highest, 0) + nth)
  else coalesce(list_number, nth) end::smallint as list_number
from (
  select sheet.file, sheet.line, sheet.list_number, sheet.course_row, place.list_number as former_number,
    'list_number' = any(sheet.omitted) as keeps_number, row_number() over (
      partition by sheet.course_row, ('list_number' = any(sheet.omitted)) is true and place.list_number is not null
      order by sheet.last_name collate "es-x-icu", sheet.second_last_name collate "es-x-icu" nulls first,
        sheet.name collate "es-x-icu", sheet.rut
    ) as nth
  from resolved_alumnos sheet left join known_enrollments place on place.rbd = sheet.rbd and place.year = sheet.year
    and place.rut = sheet.rut and place.course_row = sheet.course_row
  where sheet.course_row is not null
) pupil left join (
  select course_row, max(list_number) as highest from (
    select course_row, list_number from known_enrollments union all select course_row, list_number from resolved_alumnos
  ) given group by course_row
) numbered using (course_row);
create index on list_numbers (file, line);
analyze list_numbers;
