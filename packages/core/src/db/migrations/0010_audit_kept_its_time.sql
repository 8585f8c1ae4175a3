-- What says that it is the retention job is no reason to let go of what is younger than its 24 months (R30).
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('apoderados.retention', true) = 'on' THEN
    IF OLD.at < now() - interval '24 months' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;
