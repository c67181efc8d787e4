SET LOCAL lock_timeout = '3s';

-- Since when the person had the rights with which they consented. Null: a code or an access of a release that did not note it.
ALTER TABLE "grant_code" ADD COLUMN "rights_since" TIMESTAMPTZ(3);
ALTER TABLE "key_grant" ADD COLUMN "rights_since" TIMESTAMPTZ(3);
