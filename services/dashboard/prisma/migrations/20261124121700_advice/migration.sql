-- Applied by the kit: 0002_known
-- Checksum: 50ba9c4d342d19c4bcd18dff923f9523c3471b28bae48b063fad550d5612a20f

CREATE TABLE "advice_rule" (
  "site_id" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "weekly_cap" INTEGER NOT NULL CHECK (weekly_cap > 0),
  "allowed_by" TEXT NOT NULL,
  "problem" TEXT,
  "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "advice_rule_pkey" PRIMARY KEY ("site_id", "rule")
);
CREATE INDEX "advice_rule_account_id_idx" ON "advice_rule"("account_id");
CREATE INDEX "advice_rule_due_at_idx" ON "advice_rule"("due_at");

CREATE TABLE "advice_decision" (
  "id" TEXT NOT NULL,
  "site_id" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "rule" TEXT NOT NULL,
  "card_id" TEXT NOT NULL,
  "fact" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "evidence" JSONB NOT NULL,
  "decision" TEXT NOT NULL,
  "deed" JSONB,
  "plan_id" TEXT,
  "by_rule" BOOLEAN NOT NULL,
  "person_id" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "until" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "ended_at" TIMESTAMPTZ(3),
  CONSTRAINT "advice_decision_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "advice_decision_site_id_at_idx" ON "advice_decision"("site_id", "at");
CREATE INDEX "advice_decision_account_id_idx" ON "advice_decision"("account_id");
CREATE INDEX "advice_decision_lease_until_idx" ON "advice_decision"("lease_until");
-- What Prisma cannot say: a card with the same fact is decided on once, whoever does it at the same time.
CREATE UNIQUE INDEX advice_decision_live ON advice_decision (site_id, card_id, fact) WHERE ended_at IS NULL;
