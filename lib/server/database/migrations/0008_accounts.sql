CREATE TABLE "accounts" (
	"uid" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"address" text,
	"proved_at" timestamp (3) with time zone,
	"next_address" text,
	"securing_at" timestamp (3) with time zone,
	"secured_at" timestamp (3) with time zone,
	"secured_by" text,
	"token_at" timestamp (3) with time zone,
	"tokens_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts_since" (
	"at" timestamp (3) with time zone PRIMARY KEY DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "accounts_since" DEFAULT VALUES;--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"generation" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_values" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "used_values_expires_at_index" ON "used_values" USING btree ("expires_at");
