CREATE TABLE "operator_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"operator" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"uid" text,
	"code" text
);
