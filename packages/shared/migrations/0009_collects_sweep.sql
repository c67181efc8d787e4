-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS collects.reading_owed;
CREATE INDEX CONCURRENTLY IF NOT EXISTS reading_owed ON collects.reading (token) WHERE wanted_at IS NULL AND token IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS collects.turn_idle;
CREATE INDEX CONCURRENTLY IF NOT EXISTS turn_idle ON collects.turn (last_at) WHERE NOT waits;
