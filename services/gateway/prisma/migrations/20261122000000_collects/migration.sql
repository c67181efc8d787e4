-- CreateTable
CREATE TABLE "collect_day" (
    "account_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "collect_day_pkey" PRIMARY KEY ("account_id","day")
);

-- CreateTable
CREATE TABLE "collect_token" (
    "token" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "given_back" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "collect_token_pkey" PRIMARY KEY ("token")
);

-- CreateIndex
CREATE INDEX "collect_token_day_idx" ON "collect_token"("day");
