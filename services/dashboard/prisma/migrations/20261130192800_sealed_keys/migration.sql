-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "report_key";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "report_key" ON "report" (split_part(sealed_token, '.', 1), id);
DROP INDEX CONCURRENTLY IF EXISTS "webhook_endpoint_url_key";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_endpoint_url_key" ON "webhook_endpoint" (split_part(sealed_url, '.', 1), id);
DROP INDEX CONCURRENTLY IF EXISTS "webhook_endpoint_secret_key";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_endpoint_secret_key" ON "webhook_endpoint" (split_part(sealed_secret, '.', 1), id);
