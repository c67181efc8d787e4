-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS ranks."course_late_last";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "course_late_last" ON ranks."course" ("last") WHERE reach > 0;
DROP INDEX CONCURRENTLY IF EXISTS ranks."course_late_first";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "course_late_first" ON ranks."course" ("first") WHERE reach > 0;
DROP INDEX CONCURRENTLY IF EXISTS ranks."course_last";
DROP INDEX CONCURRENTLY IF EXISTS ranks."course_first";
