-- The rows to which a sheet may refer, from the files and from the database, for the schools that the files name, or
-- else for the default school. Most `known_` tables number their rows (`row_no`), and have an `id` if the row is in the
-- database. `_refs` tables contain the names by which a sheet may refer to a row: the exact name in any case, or its
-- normalized form (`is_key`), which counts only if no row has the exact name. `_names` tables resolve each name in the
-- sheets: `row_no` is null unless exactly one row matches; `choices` lists the candidates.

-- Normalizes a name for comparison, as `normalizeName` (formats/sheetText.ts) does: '5° Básico A' becomes '5basicoa'.
create function pg_temp.normalize_name(name text) returns text language sql immutable return
  regexp_replace(lower(translate(name, 'ÁÉÍÓÚÜÑáéíóúüñ', 'AEIOUUNaeiouun')), '[^a-z0-9]+', '', 'g');
-- Normalizes the name of a course: '5 A', '5ºA' and '5to A' become '5a'.
create function pg_temp.normalize_course(name text) returns text language sql immutable return
  regexp_replace(pg_temp.normalize_name(name), '^([1-8])(ro|do|er|to|mo|vo|o)(?=[a-z]{1,2}$)', '\1');

create temp table known_schools as
with named as (
  select rbd from establecimientos union select rbd from periodos union select rbd from cursos
  union select rbd from funcionarios union select rbd from asignaturas union select rbd from alumnos
  union select rbd from horario union select rbd from evaluaciones union select rbd from notas
  union select rbd from asistencia union select rbd from atrasos union select rbd from observaciones
  union select rbd from agenda union select rbd from vinculos union select rbd from electivos
  union select rbd from dias_sin_clases
)
select rbd, live.id, coalesce(
  case when sheet.rbd is null or 'time_zone' = any(sheet.omitted) then live.time_zone else sheet.time_zone end,
  'America/Santiago') as time_zone
from (select distinct on (rbd) rbd, time_zone, omitted from establecimientos order by rbd, line) sheet
full join establishments live using (rbd)
where rbd in (select rbd from named)
  or not exists (select from named where rbd is not null) and rbd in (select rbd from default_school);

-- Courses are matched by name and letter, as the official list of pupils names them, or else by code: a new name with a
-- known code is a renamed course. The official list contains no codes, so a course keeps the code that it has.
create temp table known_courses (
  row_no int generated always as identity, rbd text, year smallint, code text, name text, letter text,
  is_listed boolean default false, id bigint
);
insert into known_courses (rbd, year, code, name, letter, is_listed)
select distinct on (rbd, year, name, letter) rbd, year, code, name, letter, true
from cursos order by rbd, year, name, letter, lower(code) = lower(name || ' ' || letter), line;

update known_courses known set id = live.id,
  code = case when lower(known.code) = lower(known.name || ' ' || known.letter)
    then coalesce(live.code, known.code) else known.code end
from courses live join known_schools school on school.id = live.establishment_id
where school.rbd = known.rbd and live.year = known.year and live.name = known.name and live.letter = known.letter;

update known_courses known set id = live.id
from courses live join known_schools school on school.id = live.establishment_id
where known.id is null and school.rbd = known.rbd and live.year = known.year and lower(live.code) = lower(known.code)
  and not exists (select from known_courses taken where taken.id = live.id);

insert into known_courses (rbd, year, code, name, letter, id)
select school.rbd, live.year, live.code, live.name, live.letter, live.id
from courses live join known_schools school on school.id = live.establishment_id
where not exists (select from known_courses known where known.id = live.id);

create temp table course_refs as
select rbd, year, ref, is_key, case when not is_key or count(distinct row_no) = 1 then min(row_no) end as row_no,
  case when is_key and count(distinct row_no) > 1 then string_agg(distinct name || ' ' || letter, ', ') end as choices
from (
  select known.*, ref, is_key, rank() over (partition by rbd, year, ref, is_key order by place) as nth
  from known_courses known cross join lateral (values
    (lower(code), false, 1), (lower(name || ' ' || letter), false, 2),
    (pg_temp.normalize_course(code), true, 1), (pg_temp.normalize_name(name || letter), true, 1),
    (substring(name from '^([1-8])° (?:Básico|Medio)$') || pg_temp.normalize_name(letter), true, 2)
  ) as way (ref, is_key, place) where ref <> ''
) named where nth = 1 group by rbd, year, ref, is_key;

create temp table course_names as
select sheet.*, coalesce(exact.row_no, near.row_no) as row_no, near.choices
from (
  select rbd, year, lower(course) as name from asignaturas
  union select rbd, year, lower(course_name || ' ' || letter) from alumnos
  union select rbd, year, lower(course) from horario
  union select rbd, year, lower(course) from evaluaciones
  union select rbd, year, lower(course) from agenda where course is not null
) sheet
left join course_refs exact on exact.rbd = sheet.rbd and exact.year = sheet.year and exact.ref = sheet.name
  and not exact.is_key
left join course_refs near on exact.ref is null and near.is_key and near.rbd = sheet.rbd and near.year = sheet.year
  and near.ref = pg_temp.normalize_course(sheet.name);
create index on course_names (rbd, year, name);
analyze course_names;

-- Semesters and trimesters, matched by code.
create temp table known_periods (
  row_no int generated always as identity, rbd text, year smallint, code text, name text,
  starts_on date, ends_on date, is_listed boolean default false, id bigint
);
insert into known_periods (rbd, year, code, name, starts_on, ends_on, is_listed)
select distinct on (rbd, year, lower(code)) rbd, year, code, name, starts_on, ends_on, true
from periodos order by rbd, year, lower(code), line;

update known_periods known set id = live.id
from sub_periods live join known_schools school on school.id = live.establishment_id
where school.rbd = known.rbd and live.year = known.year and lower(live.code) = lower(known.code);

insert into known_periods (rbd, year, code, name, starts_on, ends_on, id)
select school.rbd, live.year, live.code, live.name, live.starts_on, live.ends_on, live.id
from sub_periods live join known_schools school on school.id = live.establishment_id
where not exists (select from known_periods known where known.id = live.id);

create temp table period_refs as
select rbd, year, ref, is_key, case when not is_key or count(distinct row_no) = 1 then min(row_no) end as row_no,
  case when is_key and count(distinct row_no) > 1 then string_agg(distinct name, ', ') end as choices
from (
  select known.*, ref, is_key, rank() over (partition by rbd, year, ref, is_key order by place) as nth
  from known_periods known cross join lateral (values
    (lower(code), false, 1), (lower(name), false, 2),
    (pg_temp.normalize_name(code), true, 1), (pg_temp.normalize_name(name), true, 1)
  ) as way (ref, is_key, place) where ref <> ''
) named where nth = 1 group by rbd, year, ref, is_key;

create temp table period_names as
select sheet.*, coalesce(exact.row_no, near.row_no) as row_no, near.choices
from (select distinct rbd, year, lower(period) as name from evaluaciones) sheet
left join period_refs exact on exact.rbd = sheet.rbd and exact.year = sheet.year and exact.ref = sheet.name
  and not exact.is_key
left join period_refs near on exact.ref is null and near.is_key and near.rbd = sheet.rbd and near.year = sheet.year
  and near.ref = pg_temp.normalize_name(sheet.name);

-- Employees, matched by RUN.
create temp table known_employees (row_no int generated always as identity, rbd text, rut text, id bigint);
insert into known_employees (rbd, rut) select distinct rbd, rut from funcionarios;

update known_employees known set id = live.id
from employees live join known_schools school on school.id = live.establishment_id
where school.rbd = known.rbd and live.rut = known.rut;

insert into known_employees (rbd, rut, id)
select school.rbd, live.rut, live.id
from employees live join known_schools school on school.id = live.establishment_id
where live.rut is not null and not exists (select from known_employees known where known.id = live.id);

-- Subjects, matched by course and code. Other sheets refer to a subject by its code or its name; electives may share a
-- name.
create temp table known_subjects (
  row_no int generated always as identity, course_row int, code text, name text, scale_type text, is_elective boolean,
  omitted text[], id bigint
);
insert into known_subjects (course_row, code, name, scale_type, is_elective, omitted)
select distinct on (course.row_no, lower(sheet.code))
  course.row_no, sheet.code, sheet.name, sheet.scale_type, sheet.is_elective, sheet.omitted
from asignaturas sheet join course_names course
  on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
where course.row_no is not null
order by course.row_no, lower(sheet.code), sheet.line;

update known_subjects known set id = live.id,
  name = case when 'name' = any(known.omitted) then live.name else known.name end,
  scale_type = case when 'scale_type' = any(known.omitted) then live.scale_type else known.scale_type end,
  is_elective = case when 'is_elective' = any(known.omitted) then live.is_elective else known.is_elective end
from course_subjects live join known_courses course on course.id = live.course_id
where course.row_no = known.course_row and lower(live.code) = lower(known.code);

insert into known_subjects (course_row, code, name, scale_type, is_elective, id)
select course.row_no, live.code, live.name, live.scale_type, live.is_elective, live.id
from course_subjects live join known_courses course on course.id = live.course_id
where not exists (select from known_subjects known where known.id = live.id);

create temp table subject_refs as
select course_row, ref, is_key, case when not is_ambiguous then row_no end as row_no,
  case when is_ambiguous then choices end as choices
from (
  select course_row, ref, is_key, min(row_no) as row_no,
    string_agg(distinct name || coalesce(' (' || code || ')', ''), ', ') as choices,
    count(distinct row_no) > 1 and (is_key or bool_and(is_elective)) as is_ambiguous
  from (
    select known.*, ref, is_key, rank() over (partition by course_row, ref, is_key order by place) as nth
    from known_subjects known cross join lateral (values
      (lower(code), false, 1), (lower(name), false, 2),
      (pg_temp.normalize_name(code), true, 1), (pg_temp.normalize_name(name), true, 1)
    ) as way (ref, is_key, place) where ref <> ''
  ) named where nth = 1 group by course_row, ref, is_key
) found;

-- Students, and their enrollments in courses. A student with two courses in a year has changed course: at most one of
-- the enrollments is open.
create temp table known_students (row_no int generated always as identity, rbd text, rut text, id bigint);
insert into known_students (rbd, rut) select distinct rbd, rut from alumnos;

update known_students known set id = live.id
from students live join known_schools school on school.id = live.establishment_id
where school.rbd = known.rbd and live.rut = known.rut;

insert into known_students (rbd, rut, id)
select school.rbd, live.rut, live.id
from students live join known_schools school on school.id = live.establishment_id
where live.rut is not null and not exists (select from known_students known where known.id = live.id);

create index on known_students (rbd, rut);
create index on known_students (id);
analyze known_students;

create temp table known_enrollments (
  row_no int generated always as identity, student_row int, course_row int, rbd text, year smallint, rut text,
  enrolled_on date, withdrawn_on date, list_number smallint, is_listed boolean, omitted text[], id bigint
);
insert into known_enrollments (student_row, course_row, rbd, year, rut, enrolled_on, withdrawn_on, is_listed, omitted)
select distinct on (student.row_no, course.row_no)
  student.row_no, course.row_no, sheet.rbd, sheet.year, sheet.rut, sheet.enrolled_on, sheet.withdrawn_on, true,
  sheet.omitted
from alumnos sheet
join known_students student on student.rbd = sheet.rbd and student.rut = sheet.rut
join course_names course on course.rbd = sheet.rbd and course.year = sheet.year
  and course.name = lower(sheet.course_name || ' ' || sheet.letter)
where course.row_no is not null
order by student.row_no, course.row_no, sheet.withdrawn_on desc nulls first;

create temp table live_enrollments as
select distinct on (student.row_no, course.row_no)
  student.row_no as student_row, course.row_no as course_row, student.rbd, student.rut, live.year, live.enrolled_on,
  live.withdrawn_on, live.list_number, live.id
from known_students student
join known_schools school on school.rbd = student.rbd
join enrollments live on live.establishment_id = school.id and live.student_id = student.id
join known_courses course on course.id = live.course_id
order by student.row_no, course.row_no, live.withdrawn_on desc nulls first;
analyze live_enrollments;

update known_enrollments known
set id = live.id, list_number = live.list_number,
  enrolled_on = case when 'enrolled_on' = any(known.omitted) then live.enrolled_on else known.enrolled_on end,
  withdrawn_on = case when 'withdrawn_on' = any(known.omitted) then live.withdrawn_on else known.withdrawn_on end
from live_enrollments live where known.student_row = live.student_row and known.course_row = live.course_row;

create index on known_enrollments (id);
insert into known_enrollments
  (student_row, course_row, rbd, year, rut, enrolled_on, withdrawn_on, list_number, is_listed, id)
select student_row, course_row, rbd, year, rut, enrolled_on, withdrawn_on, list_number, false, id
from live_enrollments live where not exists (select from known_enrollments known where known.id = live.id);
create index on known_enrollments (row_no);
create index on known_enrollments (student_row);
analyze known_enrollments;

-- The enrollment to which a student's records of the year belong. An open enrollment has priority over an ended one,
-- then one that the list contains, then the latest.
create temp table year_enrollments as
select distinct on (rbd, year, rut) rbd, year, rut, row_no, student_row, course_row
from known_enrollments
order by rbd, year, rut, (withdrawn_on is null) desc, is_listed desc, enrolled_on desc nulls last;
create index on year_enrollments (rbd, year, rut);
analyze year_enrollments;

-- Resolves the subjects that the sheets name, among those of the row's course or of the student's course.
create temp table subject_names as
select sheet.*, coalesce(exact.row_no, near.row_no) as row_no, coalesce(exact.choices, near.choices) as choices
from (
  select course.row_no as course_row, lower(subject) as name
  from (
    select rbd, year, course, subject from horario
    union all select rbd, year, course, subject from evaluaciones
    union all select rbd, year, course, subject from agenda
  ) sheet
  join course_names course on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
  where course.row_no is not null and subject is not null
  union
  select enrollment.course_row, lower(sheet.subject)
  from (
    select rbd, year, student_rut, subject from observaciones
    union all select rbd, year, student_rut, subject from electivos
  ) sheet
  join year_enrollments enrollment
    on enrollment.rbd = sheet.rbd and enrollment.year = sheet.year and enrollment.rut = sheet.student_rut
  where sheet.subject is not null
) sheet
left join subject_refs exact on exact.course_row = sheet.course_row and exact.ref = sheet.name
  and not exact.is_key
left join subject_refs near on exact.ref is null and near.is_key and near.course_row = sheet.course_row
  and near.ref = pg_temp.normalize_name(sheet.name);
create index on subject_names (course_row, name);
analyze subject_names;

-- Guardians belong to no school; a new guardian is written with the first school that has a child of theirs (`home`).
-- `is_invited` is true if the guardian has a password or an invitation, has signed in, or could already see a student.
create temp table known_guardians (document text, email text, home text, id bigint, is_invited boolean);
insert into known_guardians (document, email)
select distinct on (document) document, email from apoderados order by document, line;
create index on known_guardians (document);
analyze known_guardians;

create temp table live_guardians as
select coalesce('rut:' || rut, foreign_document) as document, email, id from parents
where coalesce('rut:' || rut, foreign_document) in (
  select document from known_guardians union select document from vinculos
);
update known_guardians known set id = live.id from live_guardians live where known.document = live.document;
insert into known_guardians (document, email, id)
select document, email, id from live_guardians live
where not exists (select from known_guardians known where known.document = live.document);
update known_guardians known set home = (select min(rbd) from known_schools), is_invited = exists (
  select from parents live where live.id = known.id and (
    live.password_hash is not null or live.last_login_at is not null
    or exists (select from invitations where parent_id = live.id)
    or exists (select from student_parents where parent_id = live.id and has_access)));
update known_guardians known set home = linked.rbd
from (
  select link.document, min(student.rbd) as rbd
  from vinculos link join known_students student
    on student.rut = link.student_rut and student.rbd = coalesce(link.rbd, student.rbd)
  group by link.document
) linked where linked.document = known.document;

-- If a guardian's e-mail passes to another guardian, its present owner is written with the same school or an earlier
-- one, so that no two accounts have the e-mail at the same time.
with recursive written as (
  select document, email, home from known_guardians
  union
  select giver.document, giver.email, taker.home from written taker
  join parents live on live.email = taker.email join known_guardians giver on giver.id = live.id
  where giver.document <> taker.document
)
update known_guardians known set home = first.home
from (select document, min(home) as home from written group by document) first
where first.document = known.document and first.home < known.home;

-- Assessments, matched by a code that is unique within the course.
create temp table known_assessments (
  row_no int generated always as identity, course_row int, subject_row int, rbd text, year smallint, code text,
  scale_type text, id bigint
);
insert into known_assessments (course_row, subject_row, rbd, year, code, scale_type)
select distinct on (course.row_no, lower(sheet.code))
  course.row_no, subject.row_no, sheet.rbd, sheet.year, sheet.code, subject.scale_type
from evaluaciones sheet
join course_names course on course.rbd = sheet.rbd and course.year = sheet.year and course.name = lower(sheet.course)
join subject_names named on named.course_row = course.row_no and named.name = lower(sheet.subject)
join known_subjects subject on subject.row_no = named.row_no
order by course.row_no, lower(sheet.code), sheet.line;
analyze known_subjects;
analyze known_assessments;

create temp table live_assessments as
select course.row_no as course_row, subject.row_no as subject_row, course.rbd, course.year, live.code,
  subject.scale_type, live.id
from known_subjects subject
join known_courses course on course.row_no = subject.course_row
join known_schools school on school.rbd = course.rbd
join assessments live on live.establishment_id = school.id and live.course_subject_id = subject.id
where live.code is not null;

update known_assessments known set id = live.id
from live_assessments live where live.course_row = known.course_row and lower(live.code) = lower(known.code);
insert into known_assessments (course_row, subject_row, rbd, year, code, scale_type, id)
select course_row, subject_row, rbd, year, code, scale_type, id from live_assessments live
where not exists (select from known_assessments known where known.id = live.id);
create index on known_assessments (row_no);
create index on known_assessments (course_row, lower(code));
analyze known_assessments;
