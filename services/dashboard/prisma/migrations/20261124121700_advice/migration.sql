-- What a service knows of the accounts and sites that other services own: copies that facts keep up to date.
CREATE SCHEMA known;

CREATE TABLE known.account (
  id text PRIMARY KEY,
  plan text NOT NULL,
  status text NOT NULL,
  -- Null: as often as the plan says.
  check_every_days integer,
  version bigint NOT NULL
);

CREATE TABLE known.site (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  domain text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- 0: its owner was asked before the first fact came.
  version bigint NOT NULL,
  -- The row stays, without its name and domain, so that nothing late can bring the site back.
  deleted_at timestamptz(3)
);
CREATE INDEX site_account ON known.site (account_id) WHERE deleted_at IS NULL;

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
