-- What Prisma cannot say: beside the positions, the checks that found none.
CREATE TABLE ranks.failed_check (
  keyword_id text NOT NULL REFERENCES keyword (id) ON DELETE CASCADE,
  epoch integer NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  error text NOT NULL,
  -- The provider that was asked last; null where none was.
  source text,
  PRIMARY KEY (keyword_id, epoch, checked_at)
);

-- Rows come in the order of their time: a few kilobytes find the old ones.
CREATE INDEX failed_check_checked_at ON ranks.failed_check USING brin (checked_at);
