CREATE TABLE "excuse_decisions" (
	"establishment_id" bigint NOT NULL,
	"excuse_id" bigint NOT NULL,
	"number" smallint NOT NULL,
	"state" text NOT NULL,
	"explanation" text,
	"staff_id" bigint NOT NULL,
	"staff_name" text NOT NULL,
	"role" text NOT NULL,
	"sheet_status" text,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "excuse_decisions_establishment_id_excuse_id_number_pk" PRIMARY KEY("establishment_id","excuse_id","number"),
	CONSTRAINT "excuse_decisions_state" CHECK ("excuse_decisions"."state" in ('justified', 'rejected')),
	CONSTRAINT "excuse_decisions_role" CHECK ("excuse_decisions"."role" in ('direction', 'secretary', 'inspection')),
	CONSTRAINT "excuse_decisions_explanation" CHECK (char_length("excuse_decisions"."explanation") <= 500 and ("excuse_decisions"."state" = 'justified' or "excuse_decisions"."explanation" is not null))
);
--> statement-breakpoint
CREATE TABLE "excuses" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "excuses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enrollment_id" bigint NOT NULL,
	"parent_id" bigint,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"attachment_name" text,
	"attachment_bytes" integer,
	"attachment_state" text,
	"attachment_id" text,
	CONSTRAINT "excuses_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "excuses_kind" CHECK ("excuses"."kind" in ('arrear', 'absence')),
	CONSTRAINT "excuses_reason" CHECK ("excuses"."reason" in ('transport', 'health', 'errand', 'family', 'travel', 'other')),
	CONSTRAINT "excuses_days" CHECK ("excuses"."from_day" <= "excuses"."to_day"),
	CONSTRAINT "excuses_text" CHECK (char_length("excuses"."text") <= 500),
	CONSTRAINT "excuses_attachment_state" CHECK ("excuses"."attachment_state" in ('expected', 'stored', 'refused', 'removed'))
);
--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "excuse_answer_days" smallint DEFAULT 5 NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "attachment_days" smallint DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "counts_justified_absences" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "excuse_texts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "excuse_decisions" ADD CONSTRAINT "excuse_decisions_establishment_id_excuse_id_excuses_establishment_id_id_fk" FOREIGN KEY ("establishment_id","excuse_id") REFERENCES "public"."excuses"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "excuses" ADD CONSTRAINT "excuses_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "excuses" ADD CONSTRAINT "excuses_establishment_id_enrollment_id_enrollments_establishment_id_id_fk" FOREIGN KEY ("establishment_id","enrollment_id") REFERENCES "public"."enrollments"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "excuses_key" ON "excuses" USING btree ("parent_id","key");--> statement-breakpoint
CREATE INDEX "excuses_enrollment" ON "excuses" USING btree ("establishment_id","enrollment_id","from_day");--> statement-breakpoint
CREATE INDEX "excuses_school" ON "excuses" USING btree ("establishment_id","created_at");--> statement-breakpoint
CREATE INDEX "excuses_attachment" ON "excuses" USING btree ("attachment_id") WHERE "excuses"."attachment_id" is not null;--> statement-breakpoint
ALTER TABLE "establishments" ADD CONSTRAINT "establishments_excuse_answer_days" CHECK ("establishments"."excuse_answer_days" between 1 and 30);--> statement-breakpoint
ALTER TABLE "establishments" ADD CONSTRAINT "establishments_attachment_days" CHECK ("establishments"."attachment_days" between 1 and 365);--> statement-breakpoint
-- A decision is never rewritten; a further row replaces it. The server's account may withdraw what nobody has decided.
CREATE FUNCTION refuse_decision_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'excuse_decisions is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER excuse_decisions_append_only BEFORE UPDATE ON "excuse_decisions" FOR EACH ROW EXECUTE FUNCTION refuse_decision_update();
--> statement-breakpoint
CREATE FUNCTION guard_excuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.withdrawn_at IS NOT NULL OR EXISTS (SELECT FROM excuse_decisions decision
      WHERE decision.establishment_id = old.establishment_id AND decision.excuse_id = old.id) THEN
    RAISE EXCEPTION 'a decided or withdrawn excuse stays';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER excuses_guard BEFORE UPDATE OF "withdrawn_at" ON "excuses" FOR EACH ROW EXECUTE FUNCTION guard_excuse();
--> statement-breakpoint
-- The server tells one family of a decision, and writes nothing else into the change log.
CREATE FUNCTION guard_server_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.kind NOT IN ('arrear', 'absence') OR new.enrollment_id IS NULL OR new.new_value NOT IN ('justified', 'rejected')
      OR num_nonnulls(new.course_id, new.parent_id, new.course_subject_id, new.sub_period_id, new.title, new.load_id) > 0 THEN
    RAISE EXCEPTION 'the server only logs decisions' USING errcode = 'insufficient_privilege';
  END IF;
  RETURN new;
END
$$;
--> statement-breakpoint
CREATE TRIGGER changes_server_guard BEFORE INSERT ON "changes" FOR EACH ROW
  WHEN (current_user = 'apoderados_server') EXECUTE FUNCTION guard_server_change();
