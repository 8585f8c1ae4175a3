CREATE TABLE "calendar_feeds" (
	"parent_id" bigint NOT NULL,
	"establishment_id" bigint NOT NULL,
	"student_id" bigint NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_read_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_parent_id_establishment_id_student_id_pk" PRIMARY KEY("parent_id","establishment_id","student_id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_parent_id_parents_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."parents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_establishment_id_student_id_students_establishment_id_id_fk" FOREIGN KEY ("establishment_id","student_id") REFERENCES "public"."students"("establishment_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_secret" ON "calendar_feeds" USING btree ("secret_hash");