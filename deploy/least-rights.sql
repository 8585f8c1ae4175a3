-- What the accounts of roles.sql may do in the tables, so that an intruder in the server changes no grade, no e-mail and
-- no table, and leaves no line in the audit log under the operator's name. `npm run admin -- schema update` runs this
-- as the owner after each change of the schema, in one transaction. `npm run admin -- check` reads the grants too.
-- To another account PostgreSQL only warns that it grants nothing.
do $$
begin
  if exists (
    select from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not pg_has_role(relowner, 'usage')
  ) then
    raise exception 'only the owner of the tables grants rights' using errcode = 'insufficient_privilege';
  end if;
end
$$;

revoke all on all tables in schema public from apoderados_server, apoderados_operator;
revoke all on schema public from public;
grant usage on schema public to apoderados_server, apoderados_operator;

-- The server reads all that the school keeps, and writes what signing in needs.
grant select on all tables in schema public to apoderados_server;
grant update (password_hash, password_changed, password_changed_at, last_login_at, previous_login_at, account_confirmed,
  account_confirmed_at) on parents to apoderados_server;
grant insert, delete on sessions to apoderados_server;
grant update (last_seen_at, expires_at, revoked_at) on sessions to apoderados_server;
grant insert, update, delete on push_tokens, attempts, recovery_codes to apoderados_server;
grant insert, delete on known_devices to apoderados_server;
grant update (last_used_at) on known_devices to apoderados_server;
grant insert, delete on passkeys, used_challenges to apoderados_server;
grant update (counter, last_used_at) on passkeys to apoderados_server;
grant insert, update on news_reads to apoderados_server;
grant insert, update on notification_settings to apoderados_server;
grant insert, delete on digests to apoderados_server;
grant insert, delete on muted_news to apoderados_server;
grant delete on due_news to apoderados_server;
grant insert (session_id, establishment_id, student_id, kind, change_ids, due_at) on pushes to apoderados_server;
grant update, delete on pushes to apoderados_server;
grant insert, delete on calendar_feeds to apoderados_server;
grant update (secret_hash, created_at, last_read_at) on calendar_feeds to apoderados_server;
grant delete on changes to apoderados_server;
grant delete on invitations to apoderados_server;
grant insert, delete on mails to apoderados_server;
grant update (seed, recipient, tries, next_try_at, sent_at, given_up_at) on mails to apoderados_server;
grant insert, delete on signing_keys to apoderados_server;
-- The server queues loads and keeps their files, corrections and answers; the worker writes the school's data with the
-- operator's account, and what it wrote.
grant insert, update, delete on loads, load_files, load_corrections, load_problems, load_rows to apoderados_server;
-- Notices: what was sent and who has received it is only added to.
grant insert on notices to apoderados_server;
grant update (state, staff_id, staff_name, staff_role, audience, levels, course_ids, student_ids, title, body, file_ids,
  asks_receipt, send_at, ends_on, version, sent_at, withdrawn_at, withdrawn_by, reminded_at, changed_by, changed_at)
  on notices to apoderados_server;
grant insert, delete on notice_files to apoderados_server;
grant insert (establishment_id, notice_id, version, title, body, file_ids, hash, staff_name) on notice_versions
  to apoderados_server;
grant insert (establishment_id, notice_id, version, parent_id, hash) on notice_receipts to apoderados_server;
grant insert, update on notice_reads to apoderados_server;
-- Documents with folio: an issued one is only revoked, and its checks are counted.
grant insert, update on document_settings to apoderados_server;
grant insert on document_batches, issued_documents to apoderados_server;
grant update (ended_at, failure) on document_batches to apoderados_server;
grant update (revoked_at, revoked_by, revoke_reason, checks, checked_at) on issued_documents to apoderados_server;
-- The console's accounts, whose staff a director manages.
grant insert on staff to apoderados_server;
grant update (password_hash, password_changed_at, last_login_at) on staff to apoderados_server;
grant insert on staff_schools to apoderados_server;
grant update (role, changed_by, changed_at, ended_at) on staff_schools to apoderados_server;
grant insert, delete on staff_factors, staff_recovery_codes, staff_invitations, staff_sessions to apoderados_server;
grant update (last_step, counter, last_used_at) on staff_factors to apoderados_server;
grant update (totp_secret, challenge) on staff_invitations to apoderados_server;
grant update (last_seen_at, confirmed_at, confirmed_by, challenge, totp_secret) on staff_sessions to apoderados_server;
-- Its settings of a school: when news are told, the days without classes, the digest, the zone and the span of an undo.
grant insert, update on news_settings to apoderados_server;
grant insert, delete on closures to apoderados_server;
grant update (digest, digest_since, time_zone, undo_days) on establishments to apoderados_server;
-- Families' justifications, and the staff's decisions, which nobody rewrites. A decision is news for its family: a trigger
-- lets the server add no other line to the change log.
grant insert (establishment_id, enrollment_id, parent_id, key, kind, from_day, to_day, reason, text, attachment_name,
  attachment_bytes, attachment_state) on excuses to apoderados_server;
grant update (withdrawn_at, attachment_state, attachment_id) on excuses to apoderados_server;
grant insert (establishment_id, excuse_id, number, state, explanation, staff_id, staff_name, role, sheet_status)
  on excuse_decisions to apoderados_server;
grant update (excuse_answer_days, attachment_days, counts_justified_absences, excuse_texts) on establishments
  to apoderados_server;
grant insert (establishment_id, kind, enrollment_id, course_id, parent_id, item, course_subject_id, sub_period_id, day,
  title, old_value, new_value, known_value, changed_at, published_at, load_id) on changes to apoderados_server;
grant insert on due_news to apoderados_server;
-- Privacy: a consent is added, and a trigger applies it; a request and its answers too. The server removes what is older
-- than the policy says; triggers refuse the rest.
grant insert (parent_id, kind, establishment_id, student_id, is_granted, text_version, text_hash, channel) on consents
  to apoderados_server;
grant insert (establishment_id, parent_id, student_id, key, kind, text, due_on, freezes) on data_requests
  to apoderados_server;
grant update (freezes, overdue_told_at) on data_requests to apoderados_server;
grant delete on data_requests to apoderados_server;
grant insert (establishment_id, request_id, number, outcome, text, staff_id, staff_name, role) on data_request_answers
  to apoderados_server;
grant insert (establishment_id, student_id, parent_id, kind) on record_reads to apoderados_server;
grant delete on record_reads to apoderados_server;
grant insert (establishment_id, what, measures, found_at, starts_at, ends_at, is_sensitive, parent_ids, students, staff_id,
  staff_name) on breaches to apoderados_server;
grant update (told_agency_at, told_csirt_at, told_families_at) on breaches to apoderados_server;
grant update (controller_name, controller_is_public, privacy_contact) on establishments to apoderados_server;
-- A trigger refuses every change of the audit log but the removal of what is over 24 months old. Nobody states the id or the
-- time of a line: an id that a later line needs would keep that line out.
grant insert (action, parent_id, establishment_id, student_id, session_id, address, detail, staff_id) on audit_log
  to apoderados_server;
grant delete on audit_log to apoderados_server;

-- The operator's commands write everywhere and change no table.
grant select, insert, update, delete on all tables in schema public to apoderados_operator;
revoke insert, update, delete on migrations, additive_migrations from apoderados_operator;
revoke insert, update on audit_log from apoderados_operator;
grant insert (action, parent_id, establishment_id, student_id, session_id, address, detail, staff_id) on audit_log
  to apoderados_operator;
-- A trigger refuses every change of the change log as well, and a change's id decides which one of an item is its latest.
revoke insert, update on changes from apoderados_operator;
grant insert (establishment_id, kind, enrollment_id, course_id, parent_id, item, course_subject_id, sub_period_id, day,
  title, old_value, new_value, known_value, changed_at, published_at, load_id) on changes to apoderados_operator;
-- Nobody but the server, for a guardian, states a receipt or what it is of.
revoke insert, update on notice_versions, notice_receipts from apoderados_operator;
-- A command or the console notes a guardian's consent, and changes none that is there.
revoke insert, update, delete on consents from apoderados_operator;
grant insert (parent_id, kind, establishment_id, student_id, is_granted, text_version, text_hash, channel, staff_id)
  on consents to apoderados_operator;
revoke insert, update on data_request_answers, record_reads from apoderados_operator;
-- An import keeps the rows that it has read in temporary tables while it runs.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
  execute format('grant temporary on database %I to apoderados_operator', current_database());
end
$$;

-- Each account writes the audit log under its own name; a trigger sets the time. These statements wait for every reader of
-- the table, and sign-ins would wait behind them: once they are done they are left out. A policy that changes gets a new
-- name, and the old one is dropped.
do $$
declare
  old_name text;
begin
  if not (select relrowsecurity from pg_class where oid = 'audit_log'::regclass) then
    alter table audit_log enable row level security;
  end if;
  for old_name in select policyname from pg_policies where tablename = 'audit_log' and policyname in
    ('server', 'operator', 'server_lines', 'operator_lines', 'server_writes', 'operator_writes') loop
    execute format('drop policy %I on audit_log', old_name);
  end loop;
  -- The console changes people with the operator's account: the lines of those acts begin with people_.
  if not exists (select from pg_policies where tablename = 'audit_log' and policyname = 'server_acts') then
    create policy server_acts on audit_log to apoderados_server using (true)
      with check (action not in ('operator', 'email_changed', 'load_applied', 'load_undone')
        and action not like 'people\_%');
  end if;
  if not exists (select from pg_policies where tablename = 'audit_log' and policyname = 'operator_acts') then
    create policy operator_acts on audit_log to apoderados_operator using (true)
      with check (action in ('operator', 'email_changed', 'load_applied', 'load_undone')
        or action like 'people\_%' and staff_id is not null);
  end if;
end
$$;
