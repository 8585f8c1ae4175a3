CREATE TABLE "muted_news" (
	"parent_id" bigint NOT NULL,
	"establishment_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "muted_news_parent_id_establishment_id_student_id_kind_pk" PRIMARY KEY("parent_id","establishment_id","student_id","kind"),
	CONSTRAINT "muted_news_kind" CHECK ("muted_news"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account'))
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"parent_id" bigint PRIMARY KEY NOT NULL,
	"quiet_from" time,
	"quiet_until" time,
	"show_detail" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notification_settings_quiet" CHECK (num_nonnulls("notification_settings"."quiet_from", "notification_settings"."quiet_until") = 0 or "notification_settings"."quiet_from" <> "notification_settings"."quiet_until")
);
--> statement-breakpoint
ALTER TABLE "muted_news" ADD CONSTRAINT "muted_news_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_news" ADD CONSTRAINT "muted_news_establishment_id_student_id_students_establishment_id_id_fk" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;