SET LOCAL lock_timeout = '3s';

-- Where sites send their events, and the queue of each: deliveries from next_n to last_n wait.
CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "shown" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "sealed_url" TEXT NOT NULL,
    "events" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "sealed_secret" TEXT,
    "former_secret" TEXT,
    "former_until" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'active',
    "rests_for" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "next_n" INTEGER NOT NULL DEFAULT 1,
    "last_n" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "lease" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity',
    "fails" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "is_slow" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_endpoint_site_id_idx" ON "webhook_endpoint"("site_id");
CREATE INDEX "webhook_endpoint_account_id_idx" ON "webhook_endpoint"("account_id");
CREATE INDEX "webhook_endpoint_due_at_idx" ON "webhook_endpoint"("due_at");
CREATE INDEX "webhook_endpoint_lease_until_idx" ON "webhook_endpoint"("lease_until");

CREATE TABLE "webhook_event" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "webhook_event_site_id_idx" ON "webhook_event"("site_id");
CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

CREATE TABLE "webhook_delivery" (
    "endpoint_id" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "tried_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "status" INTEGER,
    "failure" TEXT,
    "answer" TEXT,
    "ms" INTEGER,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("endpoint_id","n")
);
CREATE INDEX "webhook_delivery_created_at_idx" ON "webhook_delivery"("created_at");

-- How far the rank changes of a site were read for its endpoints.
CREATE TABLE "webhook_rank_read" (
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_rank_read_pkey" PRIMARY KEY ("site_id")
);
CREATE INDEX "webhook_rank_read_due_at_idx" ON "webhook_rank_read"("due_at");

-- The last check of each keyword that was announced: a read may answer it again.
CREATE TABLE "webhook_rank_seen" (
    "site_id" TEXT NOT NULL,
    "keyword_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_rank_seen_pkey" PRIMARY KEY ("site_id","keyword_id")
);
