SET LOCAL lock_timeout = '3s';

-- Where a client that has no document returns to. Null: a client of an earlier release, whose id says it.
ALTER TABLE "grant_code" ADD COLUMN "client_host" TEXT;
ALTER TABLE "key_grant" ADD COLUMN "client_host" TEXT;

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" TEXT[] NOT NULL,
    "secret_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "oauth_client_account_id_idx" ON "oauth_client"("account_id");
