ALTER TABLE "notes" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "notes" SET "bytes" = octet_length("text");--> statement-breakpoint
DROP INDEX "notes_uid_index";--> statement-breakpoint
CREATE INDEX "notes_uid_index" ON "notes" USING btree ("uid","changed_at","id","version","bytes");--> statement-breakpoint
CREATE FUNCTION "note_keys"("uid" text, "body" text) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
	SELECT array_agg((hashtextextended(left("word", "size"), hashtextextended("uid", 0)) & 262143)::integer)
	FROM unnest(tsvector_to_array(to_tsvector('simple'::regconfig, regexp_replace("body", '[-_.:/\\@&<>+~‘’‚“”„‹›«»–—…]', ' ', 'g')))) AS "word", generate_series(1, least(length("word"), 8)) AS "size"
$$;--> statement-breakpoint
CREATE FUNCTION "note_words_asked"("asked" text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT tsvector_to_array(to_tsvector('simple'::regconfig, regexp_replace("asked", '[-_.:/\\@&<>+~‘’‚“”„‹›«»–—…]', ' ', 'g')))
$$;--> statement-breakpoint
CREATE FUNCTION "note_keys_asked"("uid" text, "words" text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE AS $$
	SELECT array_agg((hashtextextended(left("word", 8), hashtextextended("uid", 0)) & 262143)::integer) FROM unnest("words") AS "word"
$$;--> statement-breakpoint
CREATE INDEX "notes_words_index" ON "notes" USING gin (note_keys("uid", "title" || ' ' || "text")) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE TABLE "shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"note_id" uuid NOT NULL,
	"uid" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"opened" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "shares_note_id_unique" UNIQUE("note_id"),
	CONSTRAINT "shares_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "notes"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "shares_uid_index" ON "shares" USING btree ("uid");--> statement-breakpoint
CREATE TABLE "share_openings" (
	"share_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	CONSTRAINT "share_openings_pk" PRIMARY KEY("share_id","session_id"),
	CONSTRAINT "share_openings_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "shares"("id") ON DELETE cascade,
	CONSTRAINT "share_openings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "share_openings_session_id_index" ON "share_openings" USING btree ("session_id");
