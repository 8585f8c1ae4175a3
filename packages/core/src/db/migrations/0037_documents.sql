CREATE TABLE "document_batches" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"course_ids" bigint[] NOT NULL,
	"courses" text NOT NULL,
	"total" integer NOT NULL,
	"staff_id" bigint NOT NULL,
	"staff_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "document_batches_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "document_batches_kind" CHECK ("document_batches"."kind" in ('regular', 'grades', 'attendance', 'enrolment'))
);
--> statement-breakpoint
CREATE TABLE "document_settings" (
	"establishment_id" bigint PRIMARY KEY NOT NULL,
	"kinds" text[] DEFAULT '{}' NOT NULL,
	"signer_name" text DEFAULT '' NOT NULL,
	"signer_title" text DEFAULT '' NOT NULL,
	"signature_id" text,
	"logo_id" text
);
--> statement-breakpoint
CREATE TABLE "issued_documents" (
	"establishment_id" bigint NOT NULL,
	"folio" text NOT NULL,
	"kind" text NOT NULL,
	"student_id" bigint NOT NULL,
	"enrollment_id" bigint NOT NULL,
	"year" smallint NOT NULL,
	"course" text NOT NULL,
	"initials" text NOT NULL,
	"run_end" text,
	"parent_id" bigint,
	"staff_name" text,
	"batch_id" bigint,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"issued_on" date NOT NULL,
	"fingerprint" text NOT NULL,
	"file_id" text NOT NULL,
	"file_hash" text NOT NULL,
	"file_bytes" integer NOT NULL,
	"is_signed" boolean NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	"revoke_reason" text,
	"checks" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "issued_documents_establishment_id_folio_pk" PRIMARY KEY("establishment_id","folio"),
	CONSTRAINT "issued_documents_kind" CHECK ("issued_documents"."kind" in ('regular', 'grades', 'attendance', 'enrolment')),
	CONSTRAINT "issued_documents_revoked" CHECK (("issued_documents"."revoked_at" is null) = ("issued_documents"."revoke_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "document_batches" ADD CONSTRAINT "document_batches_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_settings" ADD CONSTRAINT "document_settings_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "issued_documents" ADD CONSTRAINT "issued_documents_establishment_id_student_id_students_establishment_id_id_fk" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_batches_open" ON "document_batches" USING btree ("created_at") WHERE "document_batches"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_folio" ON "issued_documents" USING btree ("folio");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_file" ON "issued_documents" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "issued_documents_student" ON "issued_documents" USING btree ("establishment_id","student_id","kind","issued_on");--> statement-breakpoint
CREATE INDEX "issued_documents_time" ON "issued_documents" USING btree ("establishment_id","issued_at");--> statement-breakpoint
CREATE INDEX "issued_documents_parent" ON "issued_documents" USING btree ("parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "issued_documents_batch" ON "issued_documents" USING btree ("establishment_id","batch_id","student_id");