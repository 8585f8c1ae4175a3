ALTER TABLE "parents" ADD COLUMN "previous_login_at" timestamp with time zone;--> statement-breakpoint
-- Nobody who has signed in already is told that it is the first time.
UPDATE "parents" SET "previous_login_at" = "last_login_at" WHERE "last_login_at" IS NOT NULL;
