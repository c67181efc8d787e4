-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "google_grant_key";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "google_grant_key" ON "google_grant" (split_part(refresh_sealed, '.', 1), account_id) WHERE status = 'active';
