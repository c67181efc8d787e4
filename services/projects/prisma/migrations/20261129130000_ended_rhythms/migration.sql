SET LOCAL lock_timeout = '3s';

-- For how many days a check counted until when, oldest first; later ones count as the account's rhythm says.
ALTER TABLE "site" ADD COLUMN "reach_ends" TIMESTAMPTZ(3)[] NOT NULL DEFAULT '{}', ADD COLUMN "reach_days" INTEGER[] NOT NULL DEFAULT '{}';
