-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "alert_raised_at_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "alert_raised_at_idx" ON "alert" ("raised_at");
DROP INDEX CONCURRENTLY IF EXISTS "invite_expires_at_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "invite_expires_at_idx" ON "invite" ("expires_at");
DROP INDEX CONCURRENTLY IF EXISTS "mail_day_day_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_day_day_idx" ON "mail_day" ("day");
DROP INDEX CONCURRENTLY IF EXISTS "mail_change_expires_at_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mail_change_expires_at_idx" ON "mail_change" ("expires_at");
DROP INDEX CONCURRENTLY IF EXISTS "person_session_expires_at_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "person_session_expires_at_idx" ON "person_session" ("expires_at");
DROP INDEX CONCURRENTLY IF EXISTS "person_token_expires_at_idx";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "person_token_expires_at_idx" ON "person_token" ("expires_at");
DROP INDEX CONCURRENTLY IF EXISTS "billing_order_review";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "billing_order_review" ON "billing_order" ("created_at") WHERE "status" = 'review';
