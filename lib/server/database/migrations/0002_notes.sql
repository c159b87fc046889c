CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notes_uid_index" ON "notes" USING btree ("uid","changed_at");
