SET LOCAL lock_timeout = '3s';

-- Copies of accounts and sites that other services own, kept up to date by facts.
CREATE SCHEMA known;

CREATE TABLE known.account (
  id text PRIMARY KEY,
  plan text NOT NULL,
  status text NOT NULL,
  -- Null: as often as the plan says.
  check_every_days integer,
  version bigint NOT NULL
);

CREATE TABLE known.site (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  domain text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- 0: its owner was asked before the first fact came.
  version bigint NOT NULL,
  -- The row stays, without its name and domain, so that nothing late can bring the site back.
  deleted_at timestamptz(3),
  -- Deleted, and can still be restored: its row and its data stay as they are. Without it, deleted_at is the end.
  in_trash boolean NOT NULL DEFAULT false,
  -- Beyond the plan of its account: all of it stays readable, and nothing starts for it.
  frozen boolean NOT NULL DEFAULT false
);
CREATE INDEX site_account ON known.site (account_id) WHERE deleted_at IS NULL;
CREATE INDEX site_held ON known.site (account_id) WHERE deleted_at IS NULL OR in_trash;

-- Sites (s:<id>) and accounts (a:<id>) that have ended and whose data is being deleted, step after step.
CREATE TABLE known.ending (
  scope text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ending_begun ON known.ending (begun_at);
