CREATE TABLE "closures" (
	"establishment_id" bigint NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "closures_establishment_id_starts_on_pk" PRIMARY KEY("establishment_id","starts_on"),
	CONSTRAINT "closures_range" CHECK ("closures"."starts_on" <= "closures"."ends_on")
);
--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_establishment_id_establishments_id_fk" FOREIGN KEY ("establishment_id") REFERENCES "public"."establishments"("id") ON DELETE no action ON UPDATE no action;