CREATE TABLE "load_changes" (
	"establishment_id" bigint NOT NULL,
	"load_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "load_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"rows" jsonb NOT NULL,
	"file_ids" text[],
	CONSTRAINT "load_changes_establishment_id_load_id_id_pk" PRIMARY KEY("establishment_id","load_id","id")
);
--> statement-breakpoint
CREATE TABLE "load_corrections" (
	"establishment_id" bigint NOT NULL,
	"load_id" bigint NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"position" smallint NOT NULL,
	"column" text NOT NULL,
	"before" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "load_corrections_establishment_id_load_id_file_line_position_pk" PRIMARY KEY("establishment_id","load_id","file","line","position")
);
--> statement-breakpoint
CREATE TABLE "load_files" (
	"establishment_id" bigint NOT NULL,
	"load_id" bigint NOT NULL,
	"path" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sheets" text[] DEFAULT '{}' NOT NULL,
	"rows" integer,
	"uploaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "load_files_establishment_id_load_id_path_pk" PRIMARY KEY("establishment_id","load_id","path")
);
--> statement-breakpoint
CREATE TABLE "load_problems" (
	"establishment_id" bigint NOT NULL,
	"load_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "load_problems_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"is_warning" boolean NOT NULL,
	"file" text NOT NULL,
	"line" integer,
	"column" text,
	"position" smallint,
	"message" text NOT NULL,
	"expected" text,
	CONSTRAINT "load_problems_establishment_id_load_id_id_pk" PRIMARY KEY("establishment_id","load_id","id")
);
--> statement-breakpoint
CREATE TABLE "load_rows" (
	"establishment_id" bigint NOT NULL,
	"load_id" bigint NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"is_header" boolean NOT NULL,
	"cells" text[] NOT NULL,
	CONSTRAINT "load_rows_establishment_id_load_id_file_line_pk" PRIMARY KEY("establishment_id","load_id","file","line")
);
--> statement-breakpoint
CREATE TABLE "loads" (
	"establishment_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "loads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint,
	"staff_name" text,
	"state" text DEFAULT 'uploading' NOT NULL,
	"complete" text[] DEFAULT '{}' NOT NULL,
	"claimed_at" timestamp with time zone,
	"step" text,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"review" jsonb,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_outdated" boolean DEFAULT false NOT NULL,
	"counts" jsonb,
	"invited_ids" bigint[] DEFAULT '{}' NOT NULL,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" text,
	CONSTRAINT "loads_establishment_id_id_pk" PRIMARY KEY("establishment_id","id"),
	CONSTRAINT "loads_state_known" CHECK ("loads"."state" in ('uploading', 'checking', 'problems', 'review', 'applying', 'done', 'undone', 'failed', 'interrupted', 'discarded')),
	CONSTRAINT "loads_step" CHECK ("loads"."step" in ('read', 'check', 'compare', 'write'))
);
--> statement-breakpoint
ALTER TABLE "changes" ADD COLUMN "load_id" bigint;--> statement-breakpoint
ALTER TABLE "establishments" ADD COLUMN "undo_days" smallint DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "load_changes" ADD CONSTRAINT "load_changes_load" FOREIGN KEY ("establishment_id","load_id") REFERENCES "public"."loads"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_corrections" ADD CONSTRAINT "load_corrections_load" FOREIGN KEY ("establishment_id","load_id") REFERENCES "public"."loads"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_files" ADD CONSTRAINT "load_files_load" FOREIGN KEY ("establishment_id","load_id") REFERENCES "public"."loads"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_problems" ADD CONSTRAINT "load_problems_load" FOREIGN KEY ("establishment_id","load_id") REFERENCES "public"."loads"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "load_rows" ADD CONSTRAINT "load_rows_load" FOREIGN KEY ("establishment_id","load_id") REFERENCES "public"."loads"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loads" ADD CONSTRAINT "loads_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "load_changes_files" ON "load_changes" USING btree ("load_id") WHERE "load_changes"."file_ids" is not null;--> statement-breakpoint
CREATE INDEX "loads_state" ON "loads" USING btree ("state","changed_at");--> statement-breakpoint
CREATE INDEX "changes_load" ON "changes" USING btree ("establishment_id","load_id") WHERE "changes"."load_id" is not null;--> statement-breakpoint
ALTER TABLE "establishments" ADD CONSTRAINT "establishments_undo_days" CHECK ("establishments"."undo_days" between 0 and 30);