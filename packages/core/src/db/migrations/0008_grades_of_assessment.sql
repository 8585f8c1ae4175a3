DROP INDEX "grades_assessment";--> statement-breakpoint
CREATE INDEX "grades_of_assessment" ON "grades" USING btree ("assessment_id");