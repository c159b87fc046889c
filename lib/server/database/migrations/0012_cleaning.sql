CREATE INDEX IF NOT EXISTS "sessions_revoked_at_index" ON "sessions" USING btree ("revoked_at") WHERE "revoked_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sessions_expires_at_index" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "accounts_securing_at_index" ON "accounts" USING btree ("securing_at") WHERE "securing_at" IS NOT NULL;
