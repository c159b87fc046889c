CREATE TABLE "trashed_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"version" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "trashed_notes_uid_index" ON "trashed_notes" USING btree ("uid","deleted_at","id","bytes");--> statement-breakpoint
CREATE INDEX "trashed_notes_deleted_at_index" ON "trashed_notes" USING btree ("deleted_at");--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notes_pinned_index" ON "notes" USING btree ("uid","changed_at","id") WHERE "pinned";
