-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS ranks."course_last";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "course_last" ON ranks."course" ("last");
DROP INDEX CONCURRENTLY IF EXISTS ranks."course_first";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "course_first" ON ranks."course" ("first");
