-- The electives that each student takes after the import. The files contain the complete list of each elective, and of
-- each student, that they name. A student whom they do not name keeps the electives that they do not name.
create temp table known_electives as
select distinct on (enrollment_row, subject_row) enrollment_row, subject_row, file, line
from resolved_electivos where subject_row is not null order by enrollment_row, subject_row, file, line;

insert into known_electives (enrollment_row, subject_row)
select place.row_no, subject.row_no
from elective_enrollments live
join known_schools school on school.id = live.establishment_id
join known_enrollments place on place.id = live.enrollment_id
join known_subjects subject on subject.id = live.course_subject_id
where subject.is_elective
  and not exists (select from resolved_electivos sheet where sheet.subject_row = subject.row_no)
  and not exists (select from resolved_electivos sheet where sheet.enrollment_row = place.row_no);
create index on known_subjects (id);
create index on known_electives (enrollment_row, subject_row);
analyze known_electives;

-- The weekly blocks of the courses that have electives, or had electives before the import. `row_no` numbers the blocks
-- by their start.
create temp table known_blocks as
with elective_courses as (
  select known.course_row from known_subjects known left join course_subjects live on live.id = known.id
  where known.is_elective or live.is_elective
), all_blocks as (
  select sheet.course_row, sheet.subject_row, sheet.weekday, sheet.starts_at, sheet.ends_at, sheet.file, sheet.line
  from resolved_horario sheet
  union all
  select course.row_no, subject.row_no, live.weekday, live.starts_at, live.ends_at, null, null
  from blocks live join known_schools school on school.id = live.establishment_id
  join known_courses course on course.id = live.course_id
  left join known_subjects subject on subject.id = live.course_subject_id
  where not exists (select from resolved_horario sheet where sheet.course_row = course.row_no)
)
select row_number() over (order by block.starts_at, block.file, block.line) as row_no, block.*,
  coalesce(subject.is_elective, false) as is_elective, subject.name
from all_blocks block left join known_subjects subject on subject.row_no = block.subject_row
where block.course_row in (select course_row from elective_courses);
analyze known_blocks;

-- Pairs of overlapping blocks, if some students have both or both are of the same subject, with one of the students as
-- an example. Two blocks of a sheet for the whole course are left to a check of their own.
create temp table clashing_blocks as
with overlapping as (
  select late.course_row, late.weekday, late.starts_at, late.file, late.line, late.subject_row, late.is_elective,
    late.name, early.file as other_file, early.line as other_line, early.subject_row as other_subject_row,
    early.is_elective as other_is_elective, early.name as other_name
  from known_blocks late join known_blocks early on early.course_row = late.course_row and early.weekday = late.weekday
    and early.starts_at < late.ends_at and late.starts_at < early.ends_at and early.row_no < late.row_no
  where late.is_elective or early.is_elective or late.file is null
), shared as (
  select pair.course_row, pair.subject_row, pair.other_subject_row, count(*)::int as students, min(place.rut) as example
  from (
    select distinct course_row, subject_row, is_elective, other_subject_row, other_is_elective from overlapping
  ) pair join known_enrollments place on place.course_row = pair.course_row and place.withdrawn_on is null
  where (not pair.is_elective or exists (
      select from known_electives taken
      where taken.enrollment_row = place.row_no and taken.subject_row = pair.subject_row))
    and (not pair.other_is_elective or exists (
      select from known_electives taken
      where taken.enrollment_row = place.row_no and taken.subject_row = pair.other_subject_row))
  group by pair.course_row, pair.subject_row, pair.other_subject_row
)
select overlapping.*, coalesce(shared.students, 0) as students, shared.example
from overlapping left join shared on shared.course_row = overlapping.course_row
  and shared.subject_row is not distinct from overlapping.subject_row
  and shared.other_subject_row is not distinct from overlapping.other_subject_row
where shared.students > 0 or overlapping.subject_row = overlapping.other_subject_row;
