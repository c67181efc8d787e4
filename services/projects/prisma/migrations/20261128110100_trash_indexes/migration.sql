-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "site_trash";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "site_trash" ON "site" ("account_id", "deleted_at") WHERE "in_trash";
DROP INDEX CONCURRENTLY IF EXISTS "keyword_trash";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "keyword_trash" ON "keyword" ("site_id", "identity") WHERE "in_trash";
