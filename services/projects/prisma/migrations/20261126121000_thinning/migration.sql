-- What Prisma cannot say: how far a month of positions is thinned out: up to which keyword; null once it is done.

CREATE TABLE ranks.thinned (part text PRIMARY KEY, keyword bigint DEFAULT 0);

-- Deletes all but the last position of each UTC day of the next `most` keywords of a month that ended before `until`. Answers whether
-- there is more to do that no other replica does.
CREATE FUNCTION ranks.thin_step(until timestamptz, most integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  next ranks.thinned;
  last bigint;
BEGIN
  -- A month is whole when all of its positions have moved.
  IF EXISTS (SELECT FROM ranks.move) THEN RETURN false; END IF;
  INSERT INTO ranks.thinned (part)
  SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'ranks.rank'::regclass AND c.relname ~ '^rank_\d{4}_\d\d$'
    AND to_date(substr(c.relname, 6), 'YYYY_MM') + interval '1 month' <= until AT TIME ZONE 'UTC'
    AND NOT EXISTS (SELECT FROM ranks.thinned t WHERE t.part = c.relname)
  ON CONFLICT DO NOTHING;
  DELETE FROM ranks.thinned WHERE to_regclass(format('ranks.%I', part)) IS NULL;
  SELECT * INTO next FROM ranks.thinned WHERE keyword IS NOT NULL ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT max(seq) INTO last FROM (SELECT seq FROM keyword WHERE seq > next.keyword ORDER BY seq LIMIT most) k;
  EXECUTE format(
    'DELETE FROM ranks.%1$I r WHERE r.keyword > $1 AND r.keyword <= $2 AND EXISTS (
      SELECT FROM ranks.%1$I l WHERE l.keyword = r.keyword AND l.epoch = r.epoch AND l.domain = r.domain AND l.checked_at > r.checked_at
        AND l.checked_at < (date_trunc(''day'', r.checked_at AT TIME ZONE ''UTC'') + interval ''1 day'') AT TIME ZONE ''UTC'')',
    next.part) USING next.keyword, last;
  UPDATE ranks.thinned SET keyword = last WHERE part = next.part;
  RETURN true;
END $$;
