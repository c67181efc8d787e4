SET LOCAL lock_timeout = '3s';

-- For how many days a check of a plan's accounts counts, as at the last start: the operator may change it.
CREATE TABLE "plan_reach" (
  "plan" TEXT NOT NULL,
  "days" INTEGER NOT NULL,
  CONSTRAINT "plan_reach_pkey" PRIMARY KEY ("plan")
);
