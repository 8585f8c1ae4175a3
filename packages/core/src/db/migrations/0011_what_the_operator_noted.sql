ALTER TABLE "parents" ADD COLUMN "email_by_operator" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parents" ADD COLUMN "withdrew_phone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parents" ADD COLUMN "withdrew_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What was noted before, as the audit log tells it. Of a share its line has phone and e-mail as they were afterwards.
UPDATE "parents" SET "email_by_operator" = true WHERE "id" IN (
  SELECT "parent_id" FROM "audit_log" WHERE "action" = 'operator' AND "detail"->>'command' = 'account set-email'
);--> statement-breakpoint
UPDATE "parents" SET
  "withdrew_phone" = NOT "shares_phone" AND NOT ("noted"."detail"->'phone')::boolean,
  "withdrew_email" = NOT "shares_email" AND NOT ("noted"."detail"->'email')::boolean
FROM (
  SELECT DISTINCT ON ("parent_id") "parent_id", "detail" FROM "audit_log"
  WHERE "action" = 'operator' AND "detail"->>'command' = 'account share' AND "detail" ?& '{phone,email}'
  ORDER BY "parent_id", "id" DESC
) "noted" WHERE "id" = "noted"."parent_id";
