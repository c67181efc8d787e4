SET LOCAL lock_timeout = '3s';

-- The person for whom an access acts, and the only site that they consented to. Null: an access of a release that did not note them.
ALTER TABLE "grant_code" ADD COLUMN "person_id" TEXT, ADD COLUMN "project_id" TEXT;
ALTER TABLE "key_grant" ADD COLUMN "person_id" TEXT, ADD COLUMN "project_id" TEXT;

UPDATE "key_grant" g SET "person_id" = substr(a."actor", 8), "project_id" = k."site_id"
  FROM "audit_entry" a, "api_key" k
  WHERE k."id" = g."key_id" AND a."account_id" = k."account_id" AND a."key_id" = g."key_id"
    AND a."action" = 'key.created' AND a."actor" LIKE 'person:%';
