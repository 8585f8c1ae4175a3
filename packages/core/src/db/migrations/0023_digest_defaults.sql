-- An existing 'never' remains a choice: the parent may have ended the mails by their link.
ALTER TABLE "notification_settings" ALTER COLUMN "digest" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "notification_settings" ALTER COLUMN "digest" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "digest" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "digest_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "establishments" ADD CONSTRAINT "establishments_digest" CHECK ("establishments"."digest" in ('never', 'daily', 'weekly'));