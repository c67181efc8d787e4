SET LOCAL lock_timeout = '3s';
-- A site beyond the plan of its account: all of it stays readable, and nothing starts for it.
ALTER TABLE known.site ADD COLUMN frozen boolean NOT NULL DEFAULT false;
