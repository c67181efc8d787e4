-- A client that lost an answer may ask once more with the token before, for a minute from the refresh.
ALTER TABLE "key_grant" ADD COLUMN "previous" BYTEA, ADD COLUMN "refreshed_at" TIMESTAMPTZ(6);
