-- The database itself sets the time of an audit line, so that no account can date one otherwise. The owner of the tables
-- keeps the given time: it restores lines that were written before.
CREATE FUNCTION set_audit_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'usage') THEN
    NEW.at := clock_timestamp();
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_time BEFORE INSERT ON "audit_log"
FOR EACH ROW EXECUTE FUNCTION set_audit_time();
--> statement-breakpoint
-- Of the change log, only what the housekeeping removes may go: changes of courses, schools and accounts after 24 months
-- (R39). The owner of the tables and the operator may also remove the changes of a student whom they erase.
CREATE FUNCTION keep_recent_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user <> 'apoderados_server'
    OR (OLD.enrollment_id IS NULL AND OLD.changed_at < now() - interval '24 months') THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'changes is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER changes_kept BEFORE DELETE ON "changes"
FOR EACH ROW EXECUTE FUNCTION keep_recent_changes();
