-- Emptying the table at once is a change too (R30).
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON "audit_log"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
