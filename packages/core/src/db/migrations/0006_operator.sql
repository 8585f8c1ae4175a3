CREATE TABLE "invitations" (
	"parent_id" bigint PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"code" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"first_used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "parents" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "assessments" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "course_subjects" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "demo_school" ADD COLUMN "is_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "rut" text;--> statement-breakpoint
ALTER TABLE "employees" ADD COLUMN "rut_dv" text;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "photo_hash" text;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "insign_hash" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "document_hash" text;--> statement-breakpoint
ALTER TABLE "parents" ADD COLUMN "foreign_document" text;--> statement-breakpoint
ALTER TABLE "parents" ADD COLUMN "photo_hash" text;--> statement-breakpoint
ALTER TABLE "sub_periods" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_expiry" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "assessments" ADD CONSTRAINT "assessments_code" UNIQUE("establishment_id","course_subject_id","code");--> statement-breakpoint
ALTER TABLE "course_subjects" ADD CONSTRAINT "course_subjects_code" UNIQUE("establishment_id","course_id","code");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_code" UNIQUE("establishment_id","year","code");--> statement-breakpoint
ALTER TABLE "employees" ADD CONSTRAINT "employees_rut" UNIQUE("establishment_id","rut");--> statement-breakpoint
ALTER TABLE "parents" ADD CONSTRAINT "parents_rut_unique" UNIQUE("rut");--> statement-breakpoint
ALTER TABLE "parents" ADD CONSTRAINT "parents_foreign_document_unique" UNIQUE("foreign_document");--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_rut" UNIQUE("establishment_id","rut");--> statement-breakpoint
ALTER TABLE "sub_periods" ADD CONSTRAINT "sub_periods_code" UNIQUE("establishment_id","year","code");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('recovery_code', 'password_changed', 'invitation'));