-- Where a session was last used from, coarse, and when.
ALTER TABLE person_session ADD COLUMN seen_from text, ADD COLUMN used_at timestamptz(3);

-- A new mail address that waits for its link: one a person, a later wish replaces it.
CREATE TABLE mail_change (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

-- Accounts whose gateway has not heard yet which address their owner has. `asked` counts the changes: one that comes while an
-- older one is told is told after it.
CREATE TABLE contact_due (
  account_id text PRIMARY KEY,
  asked int NOT NULL DEFAULT 1,
  lease_until timestamptz(3) NOT NULL DEFAULT '-infinity'
);
