ALTER TABLE "trashed_notes" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trashed_notes" ADD COLUMN "share" jsonb;
