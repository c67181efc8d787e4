SET LOCAL lock_timeout = '3s';

-- Reports that an account shares by links. The hash of a link's token finds it; the token itself is sealed.
CREATE TABLE "report" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "shown_name" TEXT,
    "language" TEXT NOT NULL,
    "period" TEXT NOT NULL,
    "from_day" TEXT,
    "until_day" TEXT,
    "parts" TEXT[],
    "logo" BYTEA,
    "time_zone" TEXT NOT NULL,
    "ends_on" TEXT,
    "ends_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "token_hash" TEXT NOT NULL,
    "sealed_token" TEXT NOT NULL,
    "views" INTEGER NOT NULL DEFAULT 0,
    "last_viewed_at" TIMESTAMPTZ(3),
    "recipients" TEXT[],
    "stopped" TEXT[],
    "mail_due_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "report_token_hash_key" ON "report"("token_hash");
CREATE INDEX "report_site_id_idx" ON "report"("site_id");
CREATE INDEX "report_account_id_idx" ON "report"("account_id");
CREATE INDEX "report_mail_due_at_idx" ON "report"("mail_due_at");
