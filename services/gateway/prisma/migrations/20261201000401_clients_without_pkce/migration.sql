SET LOCAL lock_timeout = '3s';

-- Whether a client with a secret may ask without PKCE, because its host cannot do it. Clients that could until now go on.
ALTER TABLE "oauth_client" ADD COLUMN "skips_pkce" BOOLEAN NOT NULL DEFAULT false;
UPDATE "oauth_client" SET "skips_pkce" = true WHERE "secret_hash" IS NOT NULL;
