CREATE TABLE "arrears" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "arrears_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enrollment_id" bigint NOT NULL,
	"date_late" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"observation" text,
	CONSTRAINT "arrears_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "arrears_status" CHECK ("arrears"."status" in ('created', 'justified', 'pending', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "assessments" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "assessments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_subject_id" bigint NOT NULL,
	"sub_period_id" bigint NOT NULL,
	"held_on" date NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"weight" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assessments_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "assessments_weight" CHECK ("assessments"."weight" between 1 and 100000)
);
--> statement-breakpoint
CREATE TABLE "attendance" (
	"establishment_id" bigint NOT NULL,
	"enrollment_id" bigint NOT NULL,
	"day" date NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "attendance_establishment_id_enrollment_id_day_pk" PRIMARY KEY("establishment_id","enrollment_id","day"),
	CONSTRAINT "attendance_status" CHECK ("attendance"."status" in ('present', 'absent', 'late'))
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "blocks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint NOT NULL,
	"weekday" smallint NOT NULL,
	"starts_at" time NOT NULL,
	"ends_at" time NOT NULL,
	"course_subject_id" bigint,
	CONSTRAINT "blocks_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "blocks_start" UNIQUE("establishment_id","course_id","weekday","starts_at"),
	CONSTRAINT "blocks_weekday" CHECK ("blocks"."weekday" between 1 and 5),
	CONSTRAINT "blocks_range" CHECK ("blocks"."starts_at" < "blocks"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "course_subjects" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "course_subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"scale_type" text,
	"counts_in_average" boolean DEFAULT true NOT NULL,
	"employee_id" bigint,
	CONSTRAINT "course_subjects_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "course_subjects_name" UNIQUE("establishment_id","course_id","name"),
	CONSTRAINT "course_subjects_scale" CHECK ("course_subjects"."scale_type" in ('number', 'other'))
);
--> statement-breakpoint
CREATE TABLE "employees" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "employees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"last_name" text NOT NULL,
	"second_last_name" text,
	CONSTRAINT "employees_establishment_id_id_pk" PRIMARY KEY("establishment_id","id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint,
	"day" date NOT NULL,
	"time" time,
	"title" text,
	"description" text,
	"content" text,
	"course_subject_id" bigint,
	"document_id" text,
	"document_name" text,
	CONSTRAINT "events_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "events_document_name" CHECK (("events"."document_id" is null) = ("events"."document_name" is null))
);
--> statement-breakpoint
CREATE TABLE "grades" (
	"establishment_id" bigint NOT NULL,
	"enrollment_id" bigint NOT NULL,
	"assessment_id" bigint NOT NULL,
	"tenths" smallint,
	"concept" text,
	CONSTRAINT "grades_establishment_id_enrollment_id_assessment_id_pk" PRIMARY KEY("establishment_id","enrollment_id","assessment_id"),
	CONSTRAINT "grades_tenths" CHECK ("grades"."tenths" between 10 and 70),
	CONSTRAINT "grades_one_of_both" CHECK (num_nonnulls("grades"."tenths", "grades"."concept") = 1)
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enrollment_id" bigint NOT NULL,
	"date" date NOT NULL,
	"event_type" text NOT NULL,
	"description" text NOT NULL,
	"observation" text NOT NULL,
	"employee_id" bigint,
	"course_subject_id" bigint,
	"in_class" boolean NOT NULL,
	"where_is" text,
	CONSTRAINT "observations_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "observations_type" CHECK ("observations"."event_type" in ('positive', 'negative', 'neutral')),
	CONSTRAINT "observations_place" CHECK ("observations"."where_is" in ('inspectorate', 'address', 'utp', 'schoollife'))
);
--> statement-breakpoint
CREATE TABLE "sub_periods" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sub_periods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"year" smallint NOT NULL,
	"name" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "sub_periods_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "sub_periods_start" UNIQUE("establishment_id","year","starts_on"),
	CONSTRAINT "sub_periods_range" CHECK ("sub_periods"."starts_on" <= "sub_periods"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "rounding" text DEFAULT 'round' NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "uses_weights" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "arrears" ADD CONSTRAINT "arrears_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_establishment_id_course_subject_id_course_subjects_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_subject_id") REFERENCES "public"."course_subjects"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_establishment_id_sub_period_id_sub_periods_establishment_id_id_fk" FOREIGN KEY ("establishment_id","sub_period_id") REFERENCES "public"."sub_periods"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_establishment_id_course_id_courses_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_id") REFERENCES "public"."courses"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_establishment_id_course_subject_id_course_subjects_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_subject_id") REFERENCES "public"."course_subjects"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_subjects" ADD CONSTRAINT "course_subjects_establishment_id_course_id_courses_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_id") REFERENCES "public"."courses"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_subjects" ADD CONSTRAINT "course_subjects_establishment_id_employee_id_employees_establishment_id_id_fk" FOREIGN KEY ("establishment_id","employee_id") REFERENCES "public"."employees"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_establishment_id_course_id_courses_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_id") REFERENCES "public"."courses"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_establishment_id_course_subject_id_course_subjects_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_subject_id") REFERENCES "public"."course_subjects"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grades" ADD CONSTRAINT "grades_establishment_id_assessment_id_assessments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","assessment_id") REFERENCES "public"."assessments"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_establishment_id_employee_id_employees_establishment_id_id_fk" FOREIGN KEY ("establishment_id","employee_id") REFERENCES "public"."employees"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_establishment_id_course_subject_id_course_subjects_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_subject_id") REFERENCES "public"."course_subjects"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sub_periods" ADD CONSTRAINT "sub_periods_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "arrears_enrollment" ON "arrears" USING btree ("establishment_id","enrollment_id","date_late");--> statement-breakpoint
CREATE INDEX "assessments_subject" ON "assessments" USING btree ("establishment_id","course_subject_id","sub_period_id","held_on");--> statement-breakpoint
CREATE INDEX "events_course" ON "events" USING btree ("establishment_id","course_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "events_document" ON "events" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "grades_assessment" ON "grades" USING btree ("establishment_id","assessment_id");--> statement-breakpoint
CREATE INDEX "observations_enrollment" ON "observations" USING btree ("establishment_id","enrollment_id","date");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_contacts" ON "audit_log" USING btree ("parent_id","student_id",(("at" at time zone 'America/Santiago')::date)) WHERE "audit_log"."action" = 'contacts_read';