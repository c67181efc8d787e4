SET LOCAL lock_timeout = '3s';

-- How many cards a site had when they were read last: the first page shows all sites without reading their facts.
CREATE TABLE "advice_total" (
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "total" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "advice_total_pkey" PRIMARY KEY ("site_id")
);
CREATE INDEX "advice_total_account_id_idx" ON "advice_total"("account_id");
