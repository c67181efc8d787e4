-- Handshakes count by key too: the minutes are no longer those of networks alone.
DROP FUNCTION admit_network(text, text, int, timestamptz);
ALTER TABLE network_minute RENAME TO agent_minute;
ALTER TABLE agent_minute RENAME CONSTRAINT network_minute_pkey TO agent_minute_pkey;
ALTER TABLE agent_minute RENAME COLUMN network TO who;

-- Admits a batch. One input row stands for n requests alike: the same one who asks and kind, each combination once. Rows are made
-- and locked in one order before the time is taken: two batches never wait for each other in a circle, and no 60 seconds ever
-- hold more than the limit. Tests pass the time.
CREATE FUNCTION admit_agents(whos text[], kinds text[], counts int[], minute_limits int[], at timestamptz DEFAULT NULL)
RETURNS TABLE (ord int, granted int, reset_ms int, now_ms float8)
LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  t timestamptz;
BEGIN
  -- The empty update locks a row that is there already.
  INSERT INTO agent_minute AS m (who, kind) SELECT a.who, a.kind FROM unnest(whos, kinds) AS a (who, kind) ORDER BY a.who, a.kind
    ON CONFLICT (who, kind) DO UPDATE SET kind = excluded.kind;
  t := coalesce(at, clock_timestamp());
  RETURN QUERY
    WITH asked AS (
      SELECT a.ord::int AS ord, a.who, a.kind, a.n, a.minute_limit,
        ARRAY(SELECT s FROM unnest(m.stamps) s WHERE s > t - interval '60 seconds' ORDER BY s) AS held
      FROM unnest(whos, kinds, counts, minute_limits) WITH ORDINALITY AS a (who, kind, n, minute_limit, ord)
      JOIN agent_minute m ON m.who = a.who AND m.kind = a.kind
    ), decided AS (
      SELECT *, greatest(0, least(asked.n, asked.minute_limit - cardinality(asked.held))) AS fits FROM asked
    ), counted AS (
      UPDATE agent_minute m SET stamps = d.held || array_fill(t, ARRAY[d.fits])
        FROM decided d WHERE m.who = d.who AND m.kind = d.kind AND d.fits > 0
    )
    SELECT d.ord, d.fits,
      CASE WHEN cardinality(d.held) > 0 THEN ceil(1000 * extract(epoch FROM d.held[1] + interval '60 seconds' - t))::int ELSE 60000 END,
      (1000 * extract(epoch FROM t))::float8
    FROM decided d;
END $$;
