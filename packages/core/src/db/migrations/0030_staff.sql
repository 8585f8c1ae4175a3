CREATE TABLE "staff" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"password_changed_at" timestamp with time zone,
	"last_login_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "staff_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "staff_factors_credential_id_unique" UNIQUE("credential_id"),
	CONSTRAINT "staff_factors_kind" CHECK (case "staff_factors"."kind" when 'totp' then "staff_factors"."secret" is not null and "staff_factors"."credential_id" is null
        when 'passkey' then "staff_factors"."secret" is null and num_nulls("staff_factors"."credential_id", "staff_factors"."public_key") = 0
        else false end)
);
--> statement-breakpoint
CREATE TABLE "staff_invitations" (
	"staff_id" bigint PRIMARY KEY NOT NULL,
	"seed" text NOT NULL,
	"code" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"totp_secret" text,
	"challenge" text,
	CONSTRAINT "staff_invitations_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "staff_recovery_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_schools" (
	"staff_id" bigint NOT NULL,
	"establishment_id" bigint NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" bigint,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "staff_schools_staff_id_establishment_id_pk" PRIMARY KEY("staff_id","establishment_id"),
	CONSTRAINT "staff_schools_role" CHECK ("staff_schools"."role" in ('direction', 'secretary', 'inspection'))
);
--> statement-breakpoint
CREATE TABLE "staff_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"staff_id" bigint NOT NULL,
	"has_factor" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"confirmed_by" text,
	"challenge" text,
	"totp_secret" text,
	CONSTRAINT "staff_sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "parent_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "staff_id" bigint;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "staff_id" bigint;--> statement-breakpoint
ALTER TABLE "staff_factors" ADD CONSTRAINT "staff_factors_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_invitations" ADD CONSTRAINT "staff_invitations_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_schools" ADD CONSTRAINT "staff_schools_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_schools" ADD CONSTRAINT "staff_schools_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_schools" ADD CONSTRAINT "staff_schools_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_factors_staff" ON "staff_factors" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_factors_totp" ON "staff_factors" USING btree ("staff_id") WHERE "staff_factors"."kind" = 'totp';--> statement-breakpoint
CREATE INDEX "staff_invitations_expiry" ON "staff_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "staff_recovery_codes_staff" ON "staff_recovery_codes" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_schools_school" ON "staff_schools" USING btree ("establishment_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_staff" ON "staff_sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "staff_sessions_expiry" ON "staff_sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_school" ON "audit_log" USING btree ("establishment_id","at");--> statement-breakpoint
CREATE INDEX "mails_staff" ON "mails" USING btree ("staff_id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_recipient" CHECK (num_nonnulls("mails"."parent_id", "mails"."staff_id") = 1);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('recovery_code', 'password_changed', 'email_changed', 'calendar_created', 'invitation', 'digest', 'staff_invitation', 'staff_security'));