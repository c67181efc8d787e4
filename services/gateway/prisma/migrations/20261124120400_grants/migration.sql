-- CreateTable
CREATE TABLE "grant_code" (
    "hash" BYTEA NOT NULL,
    "account_id" TEXT NOT NULL,
    "site_id" TEXT,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "is_used" BOOLEAN NOT NULL DEFAULT false,
    "key_id" TEXT,

    CONSTRAINT "grant_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "key_grant" (
    "key_id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "family" BYTEA NOT NULL,
    "refresh" BYTEA NOT NULL,

    CONSTRAINT "key_grant_pkey" PRIMARY KEY ("key_id")
);

-- CreateIndex
CREATE INDEX "grant_code_created_at_idx" ON "grant_code"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "key_grant_family_key" ON "key_grant"("family");

-- AddForeignKey
ALTER TABLE "key_grant" ADD CONSTRAINT "key_grant_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
