CREATE TABLE "digests" (
	"parent_id" bigint NOT NULL,
	"day" date NOT NULL,
	"mail_id" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "digests_parent_id_day_pk" PRIMARY KEY("parent_id","day")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
DROP INDEX "mails_due";--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "digest" text DEFAULT 'never' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "digest_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "digests_mail" ON "digests" USING btree ("mail_id");--> statement-breakpoint
CREATE INDEX "digests_age" ON "digests" USING btree ("until");--> statement-breakpoint
CREATE INDEX "notification_settings_digest" ON "notification_settings" USING btree ("parent_id") WHERE "notification_settings"."digest" <> 'never';--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree (("kind" in ('invitation', 'digest')),"next_try_at") WHERE "mails"."sent_at" is null and "mails"."given_up_at" is null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('recovery_code', 'password_changed', 'email_changed', 'invitation', 'digest'));--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_period" CHECK ("notification_settings"."digest" in ('never', 'daily', 'weekly'));