-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS ranks."unstored_check_retry";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "unstored_check_retry" ON ranks."unstored_check" ("retry_at", "keyword_id");
DROP INDEX CONCURRENTLY IF EXISTS "search_reading_read_at_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "search_reading_read_at_idx" ON "search_reading" ("read_at");
