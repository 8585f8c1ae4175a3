-- The server's own account in PostgreSQL: it reads what the school keeps and writes only what signing in needs, so that
-- whoever speaks to the database through it changes no grade and no table. The owner's account stays with the commands
-- (`npm run admin`, `npm run import`), which bring the schema up to date. By the owner, once the tables are there, and
-- again after each upgrade:
--   sudo -u postgres createuser --pwprompt apoderados_server
--   psql -v ON_ERROR_STOP=1 -h 127.0.0.1 -U apoderados -d apoderados -f deploy/least-rights.sql
begin;

revoke all on all tables in schema public from apoderados_server;
revoke create on schema public from public;
grant usage on schema public to apoderados_server;
grant select on all tables in schema public to apoderados_server;
-- Sign-ins, passwords and devices.
grant update on parents to apoderados_server;
grant insert, update, delete on
  sessions, push_tokens, login_failures, attempts, recovery_codes, invitations, mails
  to apoderados_server;
grant insert, delete on signing_keys to apoderados_server;
-- A trigger lets nobody change it, and the retention job alone delete.
grant insert, delete on audit_log to apoderados_server;

commit;
