-- What Prisma cannot say, and a column: how far the positions of a removed domain are deleted, and the search for rows without an owner.
SET LOCAL lock_timeout = '5s';

-- AlterTable
ALTER TABLE "tracked_domain" ADD COLUMN "ended_seq" BIGINT;

-- Once a day each of these is read from its beginning to its end. `after` is the key behind which the next step goes on, null while no
-- search is under way. The first one begins a day later: until then the release before may still be at work.
CREATE TABLE ranks.orphan_search (
  name text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT now(),
  after jsonb,
  -- How many keys without an owner this search has found, and the last whole one.
  found_so_far integer NOT NULL DEFAULT 0,
  found integer NOT NULL DEFAULT 0
);
INSERT INTO ranks.orphan_search (name) VALUES ('positions'), ('turns'), ('pages');
