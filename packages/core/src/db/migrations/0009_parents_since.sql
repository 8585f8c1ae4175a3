ALTER TABLE "parents" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- Of those that are there, the first use that is known stands for it.
UPDATE "parents" SET "created_at" = least("created_at", "last_login_at", "password_changed_at", "account_confirmed_at");
