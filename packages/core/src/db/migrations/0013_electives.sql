CREATE TABLE "elective_enrollments" (
	"establishment_id" bigint NOT NULL,
	"enrollment_id" bigint NOT NULL,
	"course_subject_id" bigint NOT NULL,
	CONSTRAINT "elective_enrollments_establishment_id_enrollment_id_course_subject_id_pk" PRIMARY KEY("establishment_id","enrollment_id","course_subject_id")
);
--> statement-breakpoint
ALTER TABLE "blocks" DROP CONSTRAINT "blocks_start";--> statement-breakpoint
ALTER TABLE "course_subjects" DROP CONSTRAINT "course_subjects_name";--> statement-breakpoint
ALTER TABLE "course_subjects" ADD COLUMN "is_elective" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "elective_enrollments" ADD CONSTRAINT "elective_enrollments_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "elective_enrollments" ADD CONSTRAINT "elective_enrollments_establishment_id_course_subject_id_course_subjects_establishment_id_id_fk" FOREIGN KEY ("establishment_id","course_subject_id") REFERENCES "public"."course_subjects"("establishment_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "course_subjects_name" ON "course_subjects" USING btree ("establishment_id","course_id","name") WHERE not "course_subjects"."is_elective";--> statement-breakpoint
CREATE INDEX "course_subjects_elective" ON "course_subjects" USING btree ("establishment_id","course_id","id") WHERE "course_subjects"."is_elective";--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_start" UNIQUE NULLS NOT DISTINCT("establishment_id","course_id","weekday","starts_at","course_subject_id");