-- What Prisma cannot say: the months of history, made before they are written to and ended as a whole.

-- The tables that are partitioned by month (UTC), each by its time `at`; another one is another line.
CREATE TABLE ranks.by_month (name text PRIMARY KEY, at text NOT NULL);
INSERT INTO ranks.by_month (name, at) VALUES ('results_page', 'fetched_at'), ('rank', 'checked_at');

-- Their months. DEFAULT partitions, which take what has no month, are not among them.
CREATE VIEW ranks.month AS
SELECT b.name AS parent, c.relname::text AS name, bounds[1]::timestamptz AS starts, bounds[2]::timestamptz AS ends
FROM ranks.by_month b
JOIN pg_inherits i ON i.inhparent = to_regclass(format('ranks.%I', b.name))
JOIN pg_class c ON c.oid = i.inhrelid
CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''(.+)''\) TO \(''(.+)''\)') AS bounds
WHERE bounds IS NOT NULL;

-- Makes the month of a time, and says whether it was missing. Its rows in DEFAULT move there: readers of the table wait until they have.
-- Whoever has to wait for others longer than a moment gives up instead: readers queue behind the wait.
CREATE FUNCTION ranks.make_month(parent_name text, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  starts timestamptz := date_trunc('month', moment, 'UTC');
  ends timestamptz := (starts AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  part text := parent_name || to_char(starts AT TIME ZONE 'UTC', '_YYYY_MM');
  at text := (SELECT b.at FROM ranks.by_month b WHERE b.name = parent_name);
BEGIN
  IF EXISTS (SELECT FROM ranks.month m WHERE m.parent = parent_name AND m.name = part) THEN RETURN false; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('ranks.ensure_partitions'));
  IF EXISTS (SELECT FROM ranks.month m WHERE m.parent = parent_name AND m.name = part) THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE ranks.%I (LIKE ranks.%I INCLUDING ALL)', part, parent_name);
  EXECUTE format('LOCK TABLE ranks.%I IN ACCESS EXCLUSIVE MODE', parent_name || '_default');
  EXECUTE format(
    'WITH moved AS (DELETE FROM ranks.%1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO ranks.%5$I SELECT * FROM moved',
    parent_name || '_default', at, starts, ends, part);
  EXECUTE format('ALTER TABLE ranks.%I ATTACH PARTITION ranks.%I FOR VALUES FROM (%L) TO (%L)', parent_name, part, starts, ends);
  RETURN true;
END $$;

-- Ends the oldest month that is over before a time, with its rows, and answers its name; null if there is none. Not CONCURRENTLY: Postgres
-- refuses that beside a DEFAULT partition. Nothing is read, so the table is locked for a moment only, or not at all.
CREATE FUNCTION ranks.drop_month(parent_name text, before timestamptz) RETURNS text
LANGUAGE plpgsql SET lock_timeout = '300ms' AS $$
DECLARE
  part text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ranks.ensure_partitions'));
  SELECT m.name INTO part FROM ranks.month m WHERE m.parent = parent_name AND m.ends <= before ORDER BY m.ends LIMIT 1;
  IF part IS NULL THEN RETURN NULL; END IF;
  EXECUTE format('ALTER TABLE ranks.%I DETACH PARTITION ranks.%I', parent_name, part);
  EXECUTE format('DROP TABLE ranks.%I', part);
  RETURN part;
END $$;

-- How many rows of each table have no month, counted up to `most`, and the time of the oldest.
CREATE FUNCTION ranks.outside_months(most integer) RETURNS TABLE (name text, n integer, oldest timestamptz) LANGUAGE plpgsql STABLE AS $$
DECLARE
  by_month record;
BEGIN
  FOR by_month IN SELECT b.name, b.at FROM ranks.by_month b ORDER BY b.name LOOP
    RETURN QUERY EXECUTE format(
      'SELECT %1$L, count(*)::int, min(%3$I)::timestamptz FROM (SELECT %3$I FROM ranks.%2$I LIMIT %4$s) rows',
      by_month.name, by_month.name || '_default', by_month.at, most);
  END LOOP;
END $$;

-- Makes `months` months from that of `first` on in every table, and answers how many were missing.
CREATE OR REPLACE FUNCTION ranks.ensure_partitions(first date, months integer) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE ranks.make_month(b.name, (first::timestamp + make_interval(months => i)) AT TIME ZONE 'UTC'))::int
  FROM ranks.by_month b, generate_series(0, months - 1) i
$$;
