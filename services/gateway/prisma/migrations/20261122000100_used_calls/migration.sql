-- CreateTable
CREATE TABLE "used_call" (
    "signature" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "used_call_pkey" PRIMARY KEY ("signature")
);

-- CreateIndex
CREATE INDEX "used_call_used_at_idx" ON "used_call"("used_at");
