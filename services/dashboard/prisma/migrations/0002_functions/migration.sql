SET LOCAL lock_timeout = '3s';

-- Counts an attempt in all of its buckets, or in none if one of them is full; answers how many milliseconds until there is room, 0 if
-- it was counted. Rows are made and locked in one order before the time is taken: two calls never wait for each other in a circle,
-- and no window ever holds more than its limit. Tests pass the time.
CREATE FUNCTION admit_attempt(buckets text[], limits int[], seconds int[], at timestamptz DEFAULT NULL) RETURNS int
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  t timestamptz;
  wait_ms int;
BEGIN
  -- The empty update locks a row that is there already.
  INSERT INTO attempt AS a (bucket) SELECT b FROM unnest(buckets) AS b ORDER BY b
    ON CONFLICT (bucket) DO UPDATE SET bucket = excluded.bucket;
  t := coalesce(at, clock_timestamp());
  SELECT max(ceil(1000 * extract(epoch FROM held[cardinality(held) - asked.n + 1] + asked.span - t)))::int INTO wait_ms
    FROM (
      SELECT q.n, q.span, ARRAY(SELECT s FROM unnest(a.stamps) s WHERE s > t - q.span ORDER BY s) AS held
      FROM (SELECT b, n, make_interval(secs => s) AS span FROM unnest(buckets, limits, seconds) AS u (b, n, s)) AS q
      JOIN attempt a ON a.bucket = q.b
    ) AS asked
    WHERE cardinality(held) >= asked.n;
  IF wait_ms IS NOT NULL THEN
    RETURN greatest(wait_ms, 1);
  END IF;
  UPDATE attempt a SET stamps = ARRAY(SELECT s FROM unnest(a.stamps) s WHERE s > t - q.span ORDER BY s) || t, idle_at = t + q.span
    FROM (SELECT b, make_interval(secs => s) AS span FROM unnest(buckets, seconds) AS u (b, s)) AS q
    WHERE a.bucket = q.b;
  RETURN 0;
END $$;

-- Seats of an account: its owner has the first, also where nobody owns it yet, and the others follow as they joined.
CREATE VIEW account_seat AS
  SELECT account_id, person_id, role, site_ids, joined_at,
    CASE role WHEN 'owner' THEN 1
      ELSE 1 + (count(*) FILTER (WHERE role <> 'owner') OVER (PARTITION BY account_id ORDER BY joined_at, person_id))::int
    END AS seat
  FROM member WHERE state = 'active';
