ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE TABLE "session_bindings" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"jwk" text NOT NULL,
	"secret" text NOT NULL,
	"bound_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"copied_at" timestamp (3) with time zone,
	CONSTRAINT "session_bindings_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE "bindings_since" (
	"at" timestamp (3) with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "bindings_since" DEFAULT VALUES;
