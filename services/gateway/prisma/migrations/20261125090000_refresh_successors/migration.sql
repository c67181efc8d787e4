-- A refresh token that was used in the last minute gives the tokens again that it gave: they are made of it and of this salt.
CREATE TABLE "grant_use" (
    "key_id" TEXT NOT NULL,
    "used" BYTEA NOT NULL,
    "salt" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "grant_use_pkey" PRIMARY KEY ("key_id", "used")
);

-- CreateIndex
CREATE INDEX "grant_use_used_at_idx" ON "grant_use"("used_at");

-- AddForeignKey
ALTER TABLE "grant_use" ADD CONSTRAINT "grant_use_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "key_grant"("key_id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "key_grant" DROP COLUMN "previous", DROP COLUMN "refreshed_at";
