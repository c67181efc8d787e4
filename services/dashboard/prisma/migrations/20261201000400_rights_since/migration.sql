SET LOCAL lock_timeout = '3s';

-- When a member last got another role or other sites. Null: never since they joined.
ALTER TABLE "member" ADD COLUMN "rights_changed_at" TIMESTAMPTZ(3);
