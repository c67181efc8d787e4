ALTER TABLE key_minute SET (fillfactor = 50);
ALTER TABLE allowance_day SET (fillfactor = 50);

-- Admits a batch. One input row stands for n requests alike: the same key, door and effect, each combination once.
-- Effects: check (nothing is counted), rate (the minute alone), strike, read, write. Volatile, so that every statement below
-- sees what was committed while the locks before it were waited for. Tests pass the time.
-- The settings keep every step an index look-up: statistics of a day that has just begun would make the planner read whole tables.
CREATE FUNCTION admit(
  hashes bytea[], doors text[], effects text[], counts int[],
  plan_limits jsonb, strike_limit int, minute_limit int, notice_consumers text[], at timestamptz DEFAULT NULL
) RETURNS TABLE (
  ord int, key_id text, account_id text, plan text, kind text, site_id text,
  granted int, minute_left int, minute_reset_ms int, struck int, strikes int,
  charged int, used int, day_limit int, day date, now_ms float8
) LANGUAGE plpgsql VOLATILE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  t timestamptz;
  today date;
  key_ids text[] := ARRAY(SELECT k.id FROM api_key k WHERE k.hash = ANY (hashes));
  account_ids text[];
  held int;
BEGIN
  PERFORM 1 FROM key_minute m WHERE m.key_id = ANY (key_ids) ORDER BY m.key_id FOR UPDATE;
  t := coalesce(at, clock_timestamp());
  today := (t AT TIME ZONE 'UTC')::date;
  account_ids := ARRAY(SELECT DISTINCT k.account_id FROM api_key k WHERE k.id = ANY (key_ids) AND k.revoked_at IS NULL);

  IF effects && ARRAY['read', 'write'] THEN
    PERFORM 1 FROM allowance_day d WHERE d.day = today AND d.account_id = ANY (account_ids) ORDER BY d.account_id FOR UPDATE;
    GET DIAGNOSTICS held = ROW_COUNT;
    -- The first calls of a day, of at least one of the accounts.
    IF held < cardinality(account_ids) THEN
      INSERT INTO allowance_day (account_id, day, day_limit)
        SELECT a.id, today, (plan_limits ->> a.plan)::int FROM account a
        WHERE a.id = ANY (account_ids) AND plan_limits ? a.plan ORDER BY a.id
        ON CONFLICT DO NOTHING;
      PERFORM 1 FROM allowance_day d WHERE d.day = today AND d.account_id = ANY (account_ids) ORDER BY d.account_id FOR UPDATE;
    END IF;
  END IF;

  RETURN QUERY
  WITH asked AS (
    SELECT u.ord::int, u.effect, u.n, k.id AS key_id, k.account_id, k.kind, k.site_id, k.strikes, a.plan
    FROM unnest(hashes, doors, effects, counts) WITH ORDINALITY AS u (hash, door, effect, n, ord)
    JOIN api_key k ON k.id = ANY (key_ids) AND k.hash = u.hash AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > t)
      AND (u.door = 'rest') = (k.kind = 'server')
    JOIN account a ON a.id = ANY (account_ids) AND a.id = k.account_id AND a.status = 'active'
  ), minute AS MATERIALIZED (
    SELECT m.key_id, ARRAY(SELECT s FROM unnest(m.stamps) s WHERE s > t - interval '60 seconds' ORDER BY s) AS stamps
    FROM key_minute m WHERE m.key_id = ANY (key_ids)
  ), rated AS (
    SELECT q.*, mi.stamps, CASE WHEN q.effect = 'check' THEN q.n ELSE
      greatest(0, least(q.n, minute_limit - cardinality(mi.stamps)
        - coalesce(sum(q.n) FILTER (WHERE q.effect <> 'check')
            OVER (PARTITION BY q.key_id ORDER BY q.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::int END AS granted
    FROM asked q JOIN minute mi ON mi.key_id = q.key_id
  ), spent AS MATERIALIZED (
    SELECT r.*, coalesce(sum(r.granted) FILTER (WHERE r.effect <> 'check') OVER (PARTITION BY r.key_id), 0)::int AS stamped,
      CASE WHEN r.effect = 'strike' THEN greatest(0, least(r.granted, strike_limit - r.strikes)) ELSE 0 END AS struck,
      coalesce(sum(r.granted) FILTER (WHERE r.effect IN ('read', 'write'))
        OVER (PARTITION BY r.account_id ORDER BY r.ord ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::int AS before
    FROM rated r
  ), today_of AS MATERIALIZED (
    SELECT d.account_id, d.charged - d.given_back AS used, greatest(d.day_limit, (plan_limits ->> a.plan)::int) AS cap
    FROM allowance_day d JOIN account a ON a.id = d.account_id
    WHERE d.day = today AND d.account_id = ANY (account_ids)
  ), decided AS (
    SELECT s.*, coalesce(o.used, 0) AS used_before, coalesce(o.cap, (plan_limits ->> s.plan)::int, 0) AS cap,
      CASE WHEN s.effect IN ('read', 'write') THEN greatest(0, least(s.granted, coalesce(o.cap, 0) - coalesce(o.used, 0) - s.before)) ELSE 0 END AS charged
    FROM spent s LEFT JOIN today_of o ON o.account_id = s.account_id
  ), stamp AS (
    UPDATE key_minute m SET stamps = w.stamps || array_fill(t, ARRAY[w.stamped])
    FROM (SELECT DISTINCT ON (s.key_id) s.key_id, s.stamps, s.stamped FROM spent s) w
    WHERE m.key_id = ANY (key_ids) AND m.key_id = w.key_id AND w.stamped > 0
  ), strike AS (
    UPDATE api_key k SET strikes = k.strikes + d.struck,
      revoked_at = CASE WHEN k.strikes + d.struck >= strike_limit THEN t END
    FROM decided d WHERE k.id = ANY (key_ids) AND k.id = d.key_id AND d.struck > 0
  ), charge AS (
    UPDATE allowance_day y SET charged = y.charged + c.charged, day_limit = c.cap
    FROM (SELECT d.account_id, sum(d.charged)::int AS charged, max(d.cap) AS cap FROM decided d GROUP BY 1) c
    WHERE y.account_id = ANY (account_ids) AND y.day = today AND y.account_id = c.account_id AND c.charged > 0
  )
  SELECT d.ord, d.key_id, d.account_id, d.plan, d.kind, d.site_id,
    d.granted, greatest(0, minute_limit - cardinality(d.stamps) - d.stamped)::int,
    (CASE WHEN cardinality(d.stamps) > 0 THEN ceil(1000 * extract(epoch FROM d.stamps[1] + interval '60 seconds' - t)) ELSE 60000 END)::int,
    d.struck, d.strikes + d.struck, d.charged, d.used_before + least(d.before + d.charged, greatest(0, d.cap - d.used_before)), d.cap, today,
    (1000 * extract(epoch FROM t))::float8
  FROM decided d;

  IF 'strike' = ANY (effects) THEN
    WITH revoked AS (
      SELECT k.*, a.email FROM api_key k JOIN account a ON a.id = k.account_id
      WHERE k.hash = ANY (hashes) AND k.revoked_at = t AND k.strikes >= strike_limit
    ), event AS (
      INSERT INTO outbox_event (id, aggregate, version, type, state)
      SELECT gen_random_uuid()::text, 'key:' || r.id, 1, 'key.revoked', jsonb_build_object(
        'keyId', r.id, 'name', r.name, 'start', r.start, 'accountId', r.account_id, 'ownerEmail', r.email, 'strikes', r.strikes,
        'revokedAt', to_char(t AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM revoked r RETURNING id
    ), delivery AS (
      INSERT INTO outbox_delivery (id, event_id, consumer)
      SELECT gen_random_uuid()::text, e.id, c FROM event e CROSS JOIN unnest(notice_consumers) AS c
    )
    INSERT INTO audit_entry (action, account_id, key_id, actor, detail)
    SELECT 'key.revoked', r.account_id, r.id, 'gateway', jsonb_build_object('reason', 'strikes', 'start', r.start) FROM revoked r;
    PERFORM pg_notify('outbox', '');
  END IF;
END $$;

-- Gives one call back to the very day that was charged, at most as often a day as its limit.
CREATE FUNCTION give_back(account text, charged_day date) RETURNS TABLE (used int, day_limit int) LANGUAGE sql VOLATILE AS $$
  UPDATE allowance_day d SET given_back = d.given_back + 1
  WHERE d.account_id = account AND d.day = charged_day AND d.given_back < d.day_limit AND d.given_back < d.charged
  RETURNING d.charged - d.given_back, d.day_limit
$$;
