CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"moments" timestamp with time zone[] NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"parent_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"seed" text,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('recovery_code', 'password_changed'))
);
--> statement-breakpoint
CREATE TABLE "push_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"session_id" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"account" text PRIMARY KEY NOT NULL,
	"parent_id" bigint,
	"code" text NOT NULL,
	"wrong_tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_tokens" ADD CONSTRAINT "push_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_age" ON "attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at") WHERE "mails"."sent_at" is null and "mails"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX "mails_parent" ON "mails" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "push_tokens_session" ON "push_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_parent" ON "recovery_codes" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_expiry" ON "recovery_codes" USING btree ("expires_at");