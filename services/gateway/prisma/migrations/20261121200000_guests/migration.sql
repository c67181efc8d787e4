-- CreateTable
CREATE TABLE "guest" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "network" TEXT NOT NULL,
    "area" TEXT,
    "seen_from" TEXT,
    "agent_name" TEXT,
    "check_every_days" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "issued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "held_until" TIMESTAMPTZ(3),
    "used_key_id" TEXT,
    "claimed_by" TEXT,
    "claim_key" TEXT,
    "claim_since" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "guest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guest_link" (
    "hash" BYTEA NOT NULL,
    "guest_id" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guest_link_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "network_minute" (
    "network" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "stamps" TIMESTAMPTZ(6)[] DEFAULT ARRAY[]::TIMESTAMPTZ(6)[],

    CONSTRAINT "network_minute_pkey" PRIMARY KEY ("network","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "guest_account_id_key" ON "guest"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "guest_used_key_id_key" ON "guest"("used_key_id");

-- CreateIndex
CREATE INDEX "guest_network_created_at_idx" ON "guest"("network", "created_at");

-- CreateIndex
CREATE INDEX "guest_status_ends_at_idx" ON "guest"("status", "ends_at");

-- CreateIndex
CREATE INDEX "guest_link_guest_id_idx" ON "guest_link"("guest_id");

-- AddForeignKey
ALTER TABLE "guest" ADD CONSTRAINT "guest_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guest" ADD CONSTRAINT "guest_used_key_id_fkey" FOREIGN KEY ("used_key_id") REFERENCES "api_key"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guest_link" ADD CONSTRAINT "guest_link_guest_id_fkey" FOREIGN KEY ("guest_id") REFERENCES "guest"("id") ON DELETE CASCADE ON UPDATE CASCADE;


