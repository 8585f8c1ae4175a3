CREATE TABLE "breaches" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "breaches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"what" text NOT NULL,
	"measures" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_sensitive" boolean NOT NULL,
	"parent_ids" bigint[] NOT NULL,
	"students" integer NOT NULL,
	"told_agency_at" timestamp with time zone,
	"told_csirt_at" timestamp with time zone,
	"told_families_at" timestamp with time zone,
	"staff_id" bigint NOT NULL,
	"staff_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "breaches_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "breaches_span" CHECK ("breaches"."starts_at" <= "breaches"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"establishment_id" bigint,
	"student_id" bigint,
	"is_granted" boolean NOT NULL,
	"text_version" text NOT NULL,
	"text_hash" text NOT NULL,
	"channel" text NOT NULL,
	"staff_id" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consents_kind" CHECK ("consents"."kind" in ('phone', 'email', 'photo')),
	CONSTRAINT "consents_channel" CHECK ("consents"."channel" in ('app', 'office', 'command')),
	CONSTRAINT "consents_about" CHECK (num_nonnulls("consents"."establishment_id", "consents"."student_id") = case "consents"."kind" when 'photo' then 2 else 0 end)
);
--> statement-breakpoint
CREATE TABLE "data_request_answers" (
	"establishment_id" bigint NOT NULL,
	"request_id" bigint NOT NULL,
	"number" smallint NOT NULL,
	"outcome" text NOT NULL,
	"text" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"staff_name" text NOT NULL,
	"role" text NOT NULL,
	"answered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_request_answers_establishment_id_request_id_number_pk" PRIMARY KEY("establishment_id","request_id","number"),
	CONSTRAINT "data_request_answers_outcome" CHECK ("data_request_answers"."outcome" in ('granted', 'partly', 'refused', 'lifted')),
	CONSTRAINT "data_request_answers_role" CHECK ("data_request_answers"."role" in ('direction', 'secretary', 'inspection')),
	CONSTRAINT "data_request_answers_text" CHECK (char_length("data_request_answers"."text") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "data_requests" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "data_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"parent_id" bigint,
	"student_id" bigint,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_on" date NOT NULL,
	"freezes" boolean DEFAULT false NOT NULL,
	"overdue_told_at" timestamp with time zone,
	CONSTRAINT "data_requests_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "data_requests_kind" CHECK ("data_requests"."kind" in ('access', 'rectification', 'erasure', 'opposition', 'portability', 'block')),
	CONSTRAINT "data_requests_text" CHECK (char_length("data_requests"."text") <= 2000),
	CONSTRAINT "data_requests_block" CHECK (not "data_requests"."freezes" or "data_requests"."kind" = 'block')
);
--> statement-breakpoint
CREATE TABLE "record_reads" (
	"establishment_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"day" date DEFAULT (now() at time zone 'America/Santiago')::date NOT NULL,
	"parent_id" bigint NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "record_reads_pk" PRIMARY KEY("establishment_id","student_id","day","parent_id","kind"),
	CONSTRAINT "record_reads_kind" CHECK ("record_reads"."kind" in ('grades', 'observations', 'attendance'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "controller_name" text;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "controller_is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "privacy_contact" text;--> statement-breakpoint
ALTER TABLE "student_parents" ADD COLUMN "is_legal_representative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "breaches" ADD CONSTRAINT "breaches_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_student" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_request_answers" ADD CONSTRAINT "data_request_answers_request" FOREIGN KEY ("establishment_id","request_id") REFERENCES "public"."data_requests"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_requests" ADD CONSTRAINT "data_requests_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_reads" ADD CONSTRAINT "record_reads_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_reads" ADD CONSTRAINT "record_reads_student" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_parent" ON "consents" USING btree ("parent_id","kind");--> statement-breakpoint
CREATE INDEX "consents_student_photo" ON "consents" USING btree ("establishment_id","student_id") WHERE "consents"."student_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_key" ON "data_requests" USING btree ("parent_id","key");--> statement-breakpoint
CREATE INDEX "data_requests_school" ON "data_requests" USING btree ("establishment_id","created_at");--> statement-breakpoint
CREATE INDEX "data_requests_due" ON "data_requests" USING btree ("due_on") WHERE "data_requests"."overdue_told_at" is null;--> statement-breakpoint
CREATE INDEX "data_requests_blocks" ON "data_requests" USING btree ("establishment_id","parent_id","student_id") WHERE "data_requests"."freezes";--> statement-breakpoint
CREATE INDEX "record_reads_parent" ON "record_reads" USING btree ("parent_id","day");--> statement-breakpoint
CREATE INDEX "record_reads_day" ON "record_reads" USING btree ("day");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('recovery_code', 'password_changed', 'email_changed', 'calendar_created', 'new_device', 'passkeys_changed', 'invitation', 'digest', 'staff_invitation', 'staff_security', 'request_received', 'request_answered', 'staff_request', 'staff_request_overdue'));
--> statement-breakpoint
-- Consents and answers are only added to. What a guardian shows follows the last consent: no account needs more than to add one.
CREATE FUNCTION refuse_privacy_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER consents_append_only BEFORE UPDATE ON "consents" FOR EACH ROW EXECUTE FUNCTION refuse_privacy_update();
--> statement-breakpoint
CREATE TRIGGER data_request_answers_append_only BEFORE UPDATE ON "data_request_answers" FOR EACH ROW EXECUTE FUNCTION refuse_privacy_update();
--> statement-breakpoint
CREATE FUNCTION apply_consent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF new.kind = 'phone' THEN
    UPDATE parents SET shares_phone = new.is_granted, withdrew_phone = NOT new.is_granted WHERE id = new.parent_id;
  ELSIF new.kind = 'email' THEN
    UPDATE parents SET shares_email = new.is_granted, withdrew_email = NOT new.is_granted WHERE id = new.parent_id;
  ELSE
    UPDATE enrollments SET shares_photo = new.is_granted
    WHERE establishment_id = new.establishment_id AND student_id = new.student_id AND withdrawn_on IS NULL;
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER consents_apply AFTER INSERT ON "consents" FOR EACH ROW EXECUTE FUNCTION apply_consent();
--> statement-breakpoint
-- The server removes what is older than the policy says, and nothing younger.
CREATE FUNCTION guard_read_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.day >= current_date - interval '24 months' THEN
    RAISE EXCEPTION 'record_reads is append-only' USING errcode = 'insufficient_privilege';
  END IF;
  RETURN old;
END
$$;
--> statement-breakpoint
CREATE TRIGGER record_reads_guard BEFORE DELETE ON "record_reads" FOR EACH ROW
  WHEN (current_user = 'apoderados_server') EXECUTE FUNCTION guard_read_delete();
--> statement-breakpoint
CREATE FUNCTION guard_request_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.created_at >= now() - interval '4 years' THEN
    RAISE EXCEPTION 'data_requests is append-only' USING errcode = 'insufficient_privilege';
  END IF;
  RETURN old;
END
$$;
--> statement-breakpoint
CREATE TRIGGER data_requests_guard BEFORE DELETE ON "data_requests" FOR EACH ROW
  WHEN (current_user = 'apoderados_server') EXECUTE FUNCTION guard_request_delete();
