SET LOCAL lock_timeout = '3s';

-- The letters about a site that a person asked for; no row before they were asked.
CREATE TABLE "site_letter" (
    "person_id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "weekly" BOOLEAN NOT NULL DEFAULT false,
    "alerts" BOOLEAN NOT NULL DEFAULT false,
    "alerts_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "site_letter_pkey" PRIMARY KEY ("person_id", "site_id"),
    CONSTRAINT "site_letter_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "site_letter_site_id_idx" ON "site_letter"("site_id");
CREATE INDEX "site_letter_account_id_idx" ON "site_letter"("account_id");
