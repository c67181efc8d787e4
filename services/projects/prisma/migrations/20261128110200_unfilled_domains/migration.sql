-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "tracked_domain_unfilled";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tracked_domain_unfilled" ON "tracked_domain" ("seq") WHERE "past_seq" IS NOT NULL;
