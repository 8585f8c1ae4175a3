CREATE TABLE "changes" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"enrollment_id" bigint,
	"course_id" bigint,
	"parent_id" bigint,
	"item" text NOT NULL,
	"course_subject_id" bigint,
	"sub_period_id" bigint,
	"day" date,
	"title" text,
	"old_value" text,
	"new_value" text,
	"known_value" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "changes_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account')),
	CONSTRAINT "changes_owner" CHECK ("changes"."enrollment_id" is null or "changes"."course_id" is null)
);
--> statement-breakpoint
CREATE TABLE "news_reads" (
	"parent_id" bigint NOT NULL,
	"establishment_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"read_until" timestamp with time zone NOT NULL,
	CONSTRAINT "news_reads_parent_id_establishment_id_student_id_kind_pk" PRIMARY KEY("parent_id","establishment_id","student_id","kind"),
	CONSTRAINT "news_reads_kind" CHECK ("news_reads"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account'))
);
--> statement-breakpoint
CREATE TABLE "news_settings" (
	"establishment_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"since" timestamp with time zone,
	"timing" text DEFAULT 'at_once' NOT NULL,
	"hours" smallint,
	"at_time" time,
	CONSTRAINT "news_settings_establishment_id_kind_pk" PRIMARY KEY("establishment_id","kind"),
	CONSTRAINT "news_settings_kind" CHECK ("news_settings"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account')),
	CONSTRAINT "news_settings_timing" CHECK ("news_settings"."timing" in ('at_once', 'after_hours', 'at_time', 'never')),
	CONSTRAINT "news_settings_hours" CHECK (("news_settings"."timing" = 'after_hours') = ("news_settings"."hours" is not null)),
	CONSTRAINT "news_settings_at_time" CHECK (("news_settings"."timing" = 'at_time') = ("news_settings"."at_time" is not null)),
	CONSTRAINT "news_settings_hours_range" CHECK ("news_settings"."hours" between 1 and 168)
);
--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_establishment_id_course_id_courses_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_id") REFERENCES "public"."courses"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_establishment_id_student_id_students_establishment_id_id_fk" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_settings" ADD CONSTRAINT "news_settings_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "changes_item" ON "changes" USING btree ("establishment_id","kind","item","id");--> statement-breakpoint
CREATE INDEX "changes_enrollment" ON "changes" USING btree ("establishment_id","enrollment_id","published_at");--> statement-breakpoint
CREATE INDEX "changes_course" ON "changes" USING btree ("establishment_id","course_id","published_at") WHERE "changes"."enrollment_id" is null;--> statement-breakpoint
CREATE INDEX "changes_parent" ON "changes" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "changes_age" ON "changes" USING btree ("changed_at") WHERE "changes"."enrollment_id" is null;--> statement-breakpoint
-- The change log only grows. Rows go with the enrolment, the course, the parent or the school to which they belong.
CREATE FUNCTION refuse_change_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changes is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER changes_append_only BEFORE UPDATE ON "changes" FOR EACH ROW EXECUTE FUNCTION refuse_change_update();
--> statement-breakpoint
-- What a school has imported before is its baseline.
INSERT INTO "news_settings" ("establishment_id", "kind", "since", "timing", "at_time")
SELECT school.id, kind, now(), CASE kind WHEN 'observation' THEN 'at_time' ELSE 'at_once' END,
  CASE kind WHEN 'observation' THEN time '18:00' END
FROM "establishments" school
CROSS JOIN unnest(ARRAY['grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account']) kind
WHERE EXISTS (SELECT FROM "enrollments" WHERE "enrollments"."establishment_id" = school.id);
