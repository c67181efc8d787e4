-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS "ai"."run_old_texts";
CREATE INDEX CONCURRENTLY IF NOT EXISTS "run_old_texts" ON ai.run ("checked_at") WHERE "text" IS NOT NULL;
