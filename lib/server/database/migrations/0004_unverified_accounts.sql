CREATE TABLE "unverified_accounts" (
	"uid" text PRIMARY KEY NOT NULL,
	"session_id" uuid
);
