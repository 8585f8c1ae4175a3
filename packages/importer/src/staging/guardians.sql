-- What an import may change in the accounts of guardians who are in the database.

-- Accounts that may belong to a school outside of this import: those with a link in such a school, even if the access
-- is blocked or the student has left, and those without any link if such a school exists. No sheet changes them.
create temp table foreign_accounts as
with linked as (
  select known.document, known.id,
    exists (select from student_parents link where link.parent_id = known.id) as is_linked,
    exists (
      select from student_parents link where link.parent_id = known.id
        and not exists (select from known_schools school where school.id = link.establishment_id)) as is_elsewhere
  from known_guardians known where known.id is not null
)
select document, id, is_elsewhere from linked
where is_elsewhere or not is_linked and exists (
  select from establishments other where not exists (select from known_schools school where school.id = other.id));
create index on foreign_accounts (document);
analyze foreign_accounts;

-- An account's e-mail changes only if the account was never used, may not belong to another school, and has no e-mail
-- that the operator corrected.
create temp table email_changes as
select sheet.file, sheet.line, live.id, live.email as old_email, sheet.email as new_email
from apoderados sheet join known_guardians known using (document) join parents live on live.id = known.id
where live.email <> sheet.email and live.last_login_at is null and live.password_hash is null
  and not live.email_by_operator and known.document not in (select document from foreign_accounts);

-- New links that would show a student to a foreign account, unless a row of the sheets states the account's document
-- and e-mail. A link with blocked access shows nothing, so it is kept with its reason.
create temp table withheld_links as
select link.file, link.line, link.student_row, link.document
from resolved_vinculos link
join known_students student on student.row_no = link.student_row
join known_schools school on school.rbd = student.rbd
join foreign_accounts account on account.document = link.document
join parents live on live.id = account.id
where link.has_access
  and not exists (
    select from student_parents own
    where own.parent_id = live.id and own.establishment_id = school.id and own.has_access)
  and not exists (select from apoderados sheet where sheet.document = link.document and sheet.email = live.email);
