-- Phrases that a site could track next: proposed every Monday, and what became of them.
CREATE SCHEMA auto_add;

CREATE TABLE auto_add.policy (
  site_id text PRIMARY KEY,
  mode text NOT NULL,
  per_week smallint NOT NULL,
  -- Null while it is off.
  next_run_at timestamptz(3),
  lease_until timestamptz(3),
  last_run_at timestamptz(3),
  last_proposed integer,
  last_added integer,
  -- The plan's limit left phrases of the last run out.
  last_over_limit boolean NOT NULL DEFAULT false
);
CREATE INDEX policy_next_run ON auto_add.policy (next_run_at);

CREATE TABLE auto_add.proposal (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL REFERENCES auto_add.policy ON DELETE CASCADE,
  -- The identity of the phrase.
  key text NOT NULL,
  phrase text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  volume integer,
  similarity real,
  score smallint NOT NULL,
  evidence jsonb NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  -- open, adding, added, refused
  state text NOT NULL DEFAULT 'open',
  decided_at timestamptz(3),
  -- The person; null where the rule decided.
  decided_by text,
  UNIQUE (site_id, key)
);
CREATE INDEX proposal_adding ON auto_add.proposal (decided_at) WHERE state = 'adding';
