-- The database and its three accounts: apoderados_owner owns the tables and changes the schema, apoderados_server is for
-- the server, apoderados_operator for the operator's commands. A superuser runs this with psql, as often as needed: it
-- sets the passwords again and hands tables that an earlier version's account owns to the owner.
--   OWNER_PASSWORD=… SERVER_PASSWORD=… OPERATOR_PASSWORD=… psql -X -f deploy/roles.sql postgres
-- What each account may do in the tables comes afterwards, from `npm run admin -- schema update` (least-rights.sql).
\set ON_ERROR_STOP on
\set QUIET on
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD
\getenv operator_password OPERATOR_PASSWORD
-- PostgreSQL's log must not hold the passwords.
set log_statement = 'none';
set log_min_error_statement = 'panic';
set log_min_duration_statement = -1;

select format('create role %I', name)
from unnest(array['apoderados_owner', 'apoderados_server', 'apoderados_operator']) as name
where not exists (select from pg_roles where rolname = name) \gexec
alter role apoderados_owner
  login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'owner_password';
alter role apoderados_server
  login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'server_password';
alter role apoderados_operator
  login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'operator_password';
-- An account may keep settings of its own, such as a search path: an intruder's would outlive the intrusion.
select format('alter role %I%s reset all', rolname, coalesce(' in database ' || quote_ident(datname), ''))
from pg_db_role_setting join pg_roles on pg_roles.oid = setrole left join pg_database on pg_database.oid = setdatabase
where rolname in ('apoderados_owner', 'apoderados_server', 'apoderados_operator') \gexec
-- The accounts may connect to these too, and would fill the disk with temporary tables there.
revoke temporary on database postgres, template1 from public;

select 'create database apoderados' where not exists (select from pg_database where datname = 'apoderados') \gexec
alter database apoderados owner to apoderados_owner;
\connect apoderados
alter schema public owner to pg_database_owner;
select format('alter table %s owner to apoderados_owner', oid::regclass)
from pg_class
where relnamespace = 'public'::regnamespace and relkind = 'r' and relowner <> 'apoderados_owner'::regrole \gexec
select format('alter routine %s owner to apoderados_owner', oid::regprocedure)
from pg_proc
where pronamespace = 'public'::regnamespace and proowner <> 'apoderados_owner'::regrole
  and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e') \gexec
