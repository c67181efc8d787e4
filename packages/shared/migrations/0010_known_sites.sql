-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS known.site_held;
CREATE INDEX CONCURRENTLY IF NOT EXISTS site_held ON known.site (account_id) WHERE deleted_at IS NULL OR in_trash;
