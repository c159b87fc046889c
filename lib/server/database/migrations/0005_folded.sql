ALTER TABLE "notes" ADD COLUMN "folded" text;--> statement-breakpoint
ALTER TABLE "notes" ALTER COLUMN "folded" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "notes" SET (toast_tuple_target=8160);--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "folded_version" integer;--> statement-breakpoint
CREATE INDEX "notes_unfolded_index" ON "notes" USING btree ("uid","id") WHERE "folded_version" IS DISTINCT FROM "version";
