-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "version" BIGINT NOT NULL DEFAULT 0,
    "known_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "tags" TEXT[],
    "description" TEXT,
    "country" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "auto_add_preference" TEXT,
    "checks_paused_at" TIMESTAMPTZ(3),
    "frozen" BOOLEAN NOT NULL DEFAULT false,
    "domain_since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "version" BIGINT NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "site_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tracked_domain" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "site_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),
    "past_seq" BIGINT,

    CONSTRAINT "tracked_domain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "keyword" (
    "id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "site_id" TEXT NOT NULL,
    "phrase" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "tracked_since" TIMESTAMPTZ(3) NOT NULL,
    "frozen" BOOLEAN NOT NULL DEFAULT false,
    "last_check_status" TEXT,
    "last_check_at" TIMESTAMPTZ(3),
    "last_check_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "keyword_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "page_target" (
    "id" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "phrase" TEXT NOT NULL,
    "country" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "device" TEXT NOT NULL DEFAULT 'desktop',
    "depth" INTEGER NOT NULL DEFAULT 100,
    "slot_seconds" INTEGER NOT NULL,
    "next_due_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(6),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "last_fetched_at" TIMESTAMPTZ(3),

    CONSTRAINT "page_target_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "keyword_state" (
    "keyword_id" TEXT NOT NULL,
    "domain_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "previous_position" INTEGER,
    "best" INTEGER,
    "url" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "keyword_state_pkey" PRIMARY KEY ("keyword_id","domain_id")
);

-- CreateTable
CREATE TABLE "site_target" (
    "site_id" TEXT NOT NULL,
    "target_id" TEXT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_target_pkey" PRIMARY KEY ("site_id","target_id")
);

-- CreateTable
CREATE TABLE "outbox_event" (
    "id" TEXT NOT NULL,
    "aggregate" TEXT NOT NULL,
    "version" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "state" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_delivery" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "consumer" TEXT NOT NULL,
    "lease_until" TIMESTAMPTZ(6),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(6),
    "last_error" TEXT,

    CONSTRAINT "outbox_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inbox" (
    "consumer" TEXT NOT NULL,
    "aggregate" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "inbox_pkey" PRIMARY KEY ("consumer","aggregate")
);

-- CreateIndex
CREATE UNIQUE INDEX "site_seq_key" ON "site"("seq");

-- CreateIndex
CREATE INDEX "site_account_id_seq_idx" ON "site"("account_id", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "tracked_domain_seq_key" ON "tracked_domain"("seq");

-- CreateIndex
CREATE INDEX "tracked_domain_site_id_idx" ON "tracked_domain"("site_id");

-- CreateIndex
CREATE UNIQUE INDEX "keyword_seq_key" ON "keyword"("seq");

-- CreateIndex
CREATE INDEX "keyword_site_id_seq_idx" ON "keyword"("site_id", "seq");

-- CreateIndex
CREATE INDEX "keyword_target_id_idx" ON "keyword"("target_id");

-- CreateIndex
CREATE INDEX "keyword_state_domain_id_idx" ON "keyword_state"("domain_id");

-- CreateIndex
CREATE INDEX "page_target_next_due_at_idx" ON "page_target"("next_due_at");

-- CreateIndex
CREATE UNIQUE INDEX "page_target_identity_country_language_device_key" ON "page_target"("identity", "country", "language", "device");

-- CreateIndex
CREATE INDEX "outbox_delivery_done_at_next_at_idx" ON "outbox_delivery"("done_at", "next_at");

-- AddForeignKey
ALTER TABLE "site" ADD CONSTRAINT "site_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tracked_domain" ADD CONSTRAINT "tracked_domain_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keyword" ADD CONSTRAINT "keyword_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keyword" ADD CONSTRAINT "keyword_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "page_target"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "keyword_state" ADD CONSTRAINT "keyword_state_keyword_id_fkey" FOREIGN KEY ("keyword_id") REFERENCES "keyword"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_target" ADD CONSTRAINT "site_target_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_target" ADD CONSTRAINT "site_target_target_id_fkey" FOREIGN KEY ("target_id") REFERENCES "page_target"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_delivery" ADD CONSTRAINT "outbox_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "outbox_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

