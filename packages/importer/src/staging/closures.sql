-- The closures in the files and in the database, each with its school year.

-- The first and last day of each school year: of its first and last period or, without periods, of the calendar year.
create temp table school_years as
select rbd, year, min(starts_on) as first_day, max(ends_on) as last_day from known_periods group by rbd, year;
insert into school_years (rbd, year, first_day, last_day)
select distinct rbd, year, make_date(year, 1, 1), make_date(year, 12, 31) from dias_sin_clases sheet
where year is not null
  and not exists (select from school_years known where known.rbd = sheet.rbd and known.year = sheet.year);

create temp table live_closures as
select school.rbd, live.establishment_id, live.starts_on, live.ends_on, live.name, coalesce(
  (select min(own.year) from school_years own
    where own.rbd = school.rbd and live.starts_on between own.first_day and own.last_day),
  extract(year from live.starts_on)) as year
from closures live join known_schools school on school.id = live.establishment_id;

-- If the file has no column for the last day, a closure that is in the database keeps its last day.
create temp table resolved_dias_sin_clases as
select sheet.file, sheet.line, sheet.omitted, sheet.rbd, sheet.year, sheet.starts_on, sheet.name, coalesce(
  case when 'ends_on' = any(sheet.omitted) then live.ends_on end, sheet.ends_on, sheet.starts_on) as ends_on
from dias_sin_clases sheet
left join live_closures live on live.rbd = sheet.rbd and live.starts_on = sheet.starts_on
where sheet.starts_on is not null;
create index on resolved_dias_sin_clases (rbd);
analyze resolved_dias_sin_clases;

-- All closures of the schools as they will be after the import.
create temp table known_closures as
select rbd, year, starts_on, ends_on, name from resolved_dias_sin_clases
union all
select rbd, year, starts_on, ends_on, name from live_closures live
where not exists (select from dias_sin_clases sheet where sheet.rbd = live.rbd and sheet.year = live.year);
