SET LOCAL lock_timeout = '3s';
-- Sites (s:<id>) and accounts (a:<id>) that have ended and whose data is being deleted, step after step.
CREATE TABLE known.ending (
  scope text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX ending_begun ON known.ending (begun_at);
