-- What Prisma cannot say: the tallies of tracked domains on days that are over, so that a year is not counted from its checks each time.
SET LOCAL lock_timeout = '3s';

CREATE TABLE ranks.course (
  domain bigint PRIMARY KEY REFERENCES tracked_domain (seq) ON DELETE CASCADE,
  -- Another one after each change of history: days that were computed before are not added.
  version bigint NOT NULL DEFAULT 0,
  -- For how many days a check counts.
  reach integer NOT NULL,
  first date NOT NULL,
  -- The last day that holds; before `first` where none does.
  last date NOT NULL,
  clicks float8[] NOT NULL DEFAULT '{}',
  -- Six a day: not found, places 1 to 3, 4 to 10, 11 to 20, 21 to 50, 51 to 100.
  counts integer[] NOT NULL DEFAULT '{}'
);
