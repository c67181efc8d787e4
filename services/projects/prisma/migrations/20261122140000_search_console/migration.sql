-- The search console of Google: one connection an account, one property a site.

CREATE TABLE "google_grant" (
  "account_id" TEXT PRIMARY KEY,
  "google_sub" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  -- The refresh token, sealed for this row and column. Access tokens are in no table.
  "refresh_sealed" TEXT NOT NULL,
  "scope" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'active',
  "broken_reason" TEXT,
  "broken_at" TIMESTAMPTZ(3),
  "connected_by" TEXT NOT NULL,
  "connected_at" TIMESTAMPTZ(3) NOT NULL,
  "refreshed_at" TIMESTAMPTZ(3),
  -- Never repeats, also after a connection was ended and made again: facts about it carry its version.
  "version" BIGSERIAL NOT NULL
);
CREATE INDEX "google_grant_google_sub_idx" ON "google_grant"("google_sub");

-- Ways to Google that people have begun; whoever comes back consumes the row.
CREATE TABLE "oauth_state" (
  "hash" TEXT PRIMARY KEY,
  "account_id" TEXT NOT NULL,
  "person_id" TEXT NOT NULL,
  "session_hash" TEXT NOT NULL,
  "site_id" TEXT,
  "verifier_sealed" TEXT NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "oauth_state_account_id_expires_at_idx" ON "oauth_state"("account_id", "expires_at");
CREATE INDEX "oauth_state_expires_at_idx" ON "oauth_state"("expires_at");

-- Tokens that Google is still to be asked to revoke.
CREATE TABLE "google_farewell" (
  "id" TEXT PRIMARY KEY,
  "google_sub" TEXT NOT NULL,
  "token_sealed" TEXT NOT NULL,
  "tries" SMALLINT NOT NULL DEFAULT 0,
  "next_at" TIMESTAMPTZ(3) NOT NULL
);
CREATE INDEX "google_farewell_next_at_idx" ON "google_farewell"("next_at");

ALTER TABLE "site" ADD COLUMN "search_property" TEXT;
