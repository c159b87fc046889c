ALTER TABLE "accounts" ADD COLUMN "provider_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider_id_index" ON "accounts" USING btree (coalesce("provider_id", "uid"));--> statement-breakpoint
CREATE INDEX "accounts_address_index" ON "accounts" USING btree ("address");--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "next_session_id" uuid, ADD COLUMN "next_at" timestamp (3) with time zone,
	ADD COLUMN "next_proved_at" timestamp (3) with time zone, ADD COLUMN "moved_at" timestamp (3) with time zone,
	ADD COLUMN "put_back_at" timestamp (3) with time zone, ADD COLUMN "leaving_address" text,
	ADD COLUMN "leaving_at" timestamp (3) with time zone, ADD COLUMN "successor_id" text,
	ADD COLUMN "successor_google_id" text, ADD COLUMN "merges_into" text;--> statement-breakpoint
CREATE INDEX "accounts_leaving_index" ON "accounts" USING btree ("leaving_address") WHERE "leaving_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE "former_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"address" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "former_addresses_uid_index" ON "former_addresses" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "former_addresses_address_index" ON "former_addresses" USING btree ("address");
