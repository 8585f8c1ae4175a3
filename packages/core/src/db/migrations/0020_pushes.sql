CREATE TABLE "due_news" (
	"establishment_id" bigint NOT NULL,
	"change_id" bigint NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "due_news_establishment_id_change_id_pk" PRIMARY KEY("establishment_id","change_id")
);
--> statement-breakpoint
CREATE TABLE "pushes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pushes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"session_id" text NOT NULL,
	"establishment_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"change_ids" bigint[] NOT NULL,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	CONSTRAINT "pushes_kind" CHECK ("pushes"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account'))
);
--> statement-breakpoint
ALTER TABLE "due_news" ADD CONSTRAINT "due_news_establishment_id_change_id_changes_establishment_id_id_fk" FOREIGN KEY ("establishment_id","change_id") REFERENCES "public"."changes"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_establishment_id_student_id_students_establishment_id_id_fk" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "due_news_published" ON "due_news" USING btree ("published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pushes_open" ON "pushes" USING btree ("session_id","establishment_id","student_id","kind") WHERE "pushes"."tries" = 0;--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "pushes_session" ON "pushes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "pushes_student" ON "pushes" USING btree ("establishment_id","student_id");