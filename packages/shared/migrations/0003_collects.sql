-- Data that reads collect from outside: the subjects, their results, and the readers of each.
CREATE SCHEMA collects;

-- One row for each thing to collect, and the queue itself: nothing is due where due_at is null.
CREATE TABLE collects.subject (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL,
  input jsonb NOT NULL,
  lane text NOT NULL,
  -- 0: a reader waits; 1: scheduled.
  priority smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  lease uuid,
  lease_until timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  -- The progress of a run, for the next one.
  progress jsonb,
  result_id bigint,
  -- After a final failure no provider is asked before this time.
  not_before timestamptz(3),
  UNIQUE (kind, key)
);
CREATE INDEX subject_due ON collects.subject (lane, priority, due_at) WHERE due_at IS NOT NULL;

-- The result of one run; it never changes.
CREATE TABLE collects.result (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  status text NOT NULL,
  reason text,
  sources text[] NOT NULL,
  sandbox boolean NOT NULL,
  cost_usd numeric(12, 6),
  collected_at timestamptz(3) NOT NULL,
  body text NOT NULL
);
CREATE INDEX result_subject ON collects.result (subject_id);

-- The only access to a result: a site (s:<id>) or an account (a:<id>) that asked for it. Each keeps the version that it got.
CREATE TABLE collects.reading (
  scope text NOT NULL,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  result_id bigint REFERENCES collects.result ON DELETE SET NULL,
  -- The account that pays, also after a claim has moved the site.
  payer text NOT NULL,
  -- How often this scope has started or joined a run: names the next one towards the day's count.
  asks integer NOT NULL DEFAULT 0,
  wanted_at timestamptz(3),
  -- The token of the day's count for the run that is wanted.
  token text,
  scheduled boolean NOT NULL DEFAULT false,
  failure text,
  keep_seconds integer,
  expires_at timestamptz(3),
  PRIMARY KEY (scope, subject_id)
);
CREATE INDEX reading_subject ON collects.reading (subject_id);
CREATE INDEX reading_result ON collects.reading (result_id);
CREATE INDEX reading_expiry ON collects.reading (expires_at) WHERE expires_at IS NOT NULL;
