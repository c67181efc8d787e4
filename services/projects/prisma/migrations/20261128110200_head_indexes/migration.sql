-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "tracked_domain_unfilled";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tracked_domain_unfilled" ON "tracked_domain" ("seq") WHERE "past_seq" IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS "site_ending";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "site_ending" ON "site" ("deleted_at") WHERE "deleted_at" IS NOT NULL AND NOT "in_trash";
DROP INDEX CONCURRENTLY IF EXISTS "site_target_target_id_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "site_target_target_id_idx" ON "site_target" ("target_id");
