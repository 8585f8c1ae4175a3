CREATE TABLE "notice_files" (
	"establishment_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"file_id" text NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"hash" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_files_establishment_id_notice_id_file_id_pk" PRIMARY KEY("establishment_id","notice_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"parent_id" bigint NOT NULL,
	"establishment_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "notice_reads_parent_id_establishment_id_notice_id_pk" PRIMARY KEY("parent_id","establishment_id","notice_id")
);
--> statement-breakpoint
CREATE TABLE "notice_receipts" (
	"establishment_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"parent_id" bigint NOT NULL,
	"hash" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_receipts_establishment_id_notice_id_version_parent_id_pk" PRIMARY KEY("establishment_id","notice_id","version","parent_id")
);
--> statement-breakpoint
CREATE TABLE "notice_versions" (
	"establishment_id" bigint NOT NULL,
	"notice_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"file_ids" text[] NOT NULL,
	"hash" text NOT NULL,
	"staff_name" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_versions_establishment_id_notice_id_version_pk" PRIMARY KEY("establishment_id","notice_id","version"),
	CONSTRAINT "notice_versions_hash" UNIQUE("establishment_id","notice_id","version","hash")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"state" text DEFAULT 'draft' NOT NULL,
	"staff_id" bigint NOT NULL,
	"staff_name" text NOT NULL,
	"staff_role" text NOT NULL,
	"audience" text DEFAULT 'courses' NOT NULL,
	"levels" text[] DEFAULT '{}' NOT NULL,
	"course_ids" bigint[] DEFAULT '{}' NOT NULL,
	"student_ids" bigint[] DEFAULT '{}' NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"file_ids" text[] DEFAULT '{}' NOT NULL,
	"asks_receipt" boolean DEFAULT false NOT NULL,
	"send_at" timestamp with time zone,
	"ends_on" date,
	"version" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_by" text,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notices_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "notices_state_known" CHECK ("notices"."state" in ('draft', 'scheduled', 'sent', 'withdrawn', 'discarded')),
	CONSTRAINT "notices_audience" CHECK ("notices"."audience" in ('school', 'level', 'courses', 'families')),
	CONSTRAINT "notices_role" CHECK ("notices"."staff_role" in ('direction', 'secretary', 'inspection')),
	CONSTRAINT "notices_sent" CHECK (("notices"."version" > 0) = ("notices"."sent_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "changes" DROP CONSTRAINT "changes_kind";--> statement-breakpoint
ALTER TABLE "muted_news" DROP CONSTRAINT "muted_news_kind";--> statement-breakpoint
ALTER TABLE "news_reads" DROP CONSTRAINT "news_reads_kind";--> statement-breakpoint
ALTER TABLE "pushes" DROP CONSTRAINT "pushes_kind";--> statement-breakpoint
ALTER TABLE "notice_files" ADD CONSTRAINT "notice_files_notice" FOREIGN KEY ("establishment_id","notice_id") REFERENCES "public"."notices"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_notice" FOREIGN KEY ("establishment_id","notice_id") REFERENCES "public"."notices"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_receipts" ADD CONSTRAINT "notice_receipts_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_receipts" ADD CONSTRAINT "notice_receipts_version" FOREIGN KEY ("establishment_id","notice_id","version","hash") REFERENCES "public"."notice_versions"("establishment_id","notice_id","version","hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_versions" ADD CONSTRAINT "notice_versions_notice" FOREIGN KEY ("establishment_id","notice_id") REFERENCES "public"."notices"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_files_file" ON "notice_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "notice_receipts_parent" ON "notice_receipts" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "notices_state" ON "notices" USING btree ("establishment_id","state","sent_at");--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("send_at") WHERE "notices"."state" = 'scheduled';--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_kind" CHECK ("changes"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account', 'notice'));--> statement-breakpoint
ALTER TABLE "muted_news" ADD CONSTRAINT "muted_news_kind" CHECK ("muted_news"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account', 'notice'));--> statement-breakpoint
ALTER TABLE "news_reads" ADD CONSTRAINT "news_reads_kind" CHECK ("news_reads"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account', 'notice'));--> statement-breakpoint
ALTER TABLE "pushes" ADD CONSTRAINT "pushes_kind" CHECK ("pushes"."kind" in ('grade', 'observation', 'arrear', 'absence', 'event', 'document', 'timetable', 'account', 'notice'));
--> statement-breakpoint
-- The server logs notices, whose texts are elsewhere, and the decisions about justifications.
CREATE OR REPLACE FUNCTION guard_server_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF num_nonnulls(new.course_subject_id, new.sub_period_id, new.title, new.load_id) = 0
    AND (new.kind = 'notice' OR new.kind IN ('arrear', 'absence') AND new.enrollment_id IS NOT NULL
      AND new.new_value IN ('justified', 'rejected') AND num_nonnulls(new.course_id, new.parent_id) = 0) THEN
    RETURN new;
  END IF;
  RAISE EXCEPTION 'the server only logs notices and decisions' USING errcode = 'insufficient_privilege';
END
$$;
