SET LOCAL lock_timeout = '3s';

-- Rules that must be exact under parallel calls.

-- Charges what fits into an account's day; makes the day's row where it is missing.
CREATE FUNCTION charge_what_fits(
  account text, today date, wanted int, plan_limit int, OUT charged int, OUT used int, OUT day_limit int
) LANGUAGE plpgsql VOLATILE AS $$
#variable_conflict use_column
BEGIN
  INSERT INTO allowance_day (account_id, day, day_limit) VALUES (account, today, plan_limit) ON CONFLICT DO NOTHING;
  SELECT d.charged - d.given_back, greatest(d.day_limit, plan_limit) INTO used, day_limit
    FROM allowance_day d WHERE d.account_id = account AND d.day = today FOR UPDATE;
  charged := greatest(0, least(wanted, day_limit - used));
  used := used + charged;
  IF charged > 0 THEN
    UPDATE allowance_day d SET charged = d.charged + charge_what_fits.charged, day_limit = charge_what_fits.day_limit
      WHERE d.account_id = account AND d.day = today;
  END IF;
END $$;

-- Makes the notices of a revocation and its audit entry part of the revoking transaction.
CREATE FUNCTION note_revocation(key text, revoked_at timestamptz, notice_consumers text[]) RETURNS void LANGUAGE sql VOLATILE AS $$
  WITH revoked AS (
    SELECT k.*, a.email FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = key
  ), event AS (
    INSERT INTO facts.event (id, aggregate, version, type, state)
    SELECT gen_random_uuid()::text, 'key:' || r.id, 1, 'key.revoked', jsonb_build_object(
      'keyId', r.id, 'name', r.name, 'start', r.start, 'accountId', r.account_id, 'ownerEmail', r.email, 'strikes', r.strikes,
      'revokedAt', to_char(note_revocation.revoked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM revoked r RETURNING id
  ), delivery AS (
    INSERT INTO facts.delivery (event_id, consumer)
    SELECT e.id, c FROM event e CROSS JOIN unnest(notice_consumers) AS c
  ), entry AS (
    INSERT INTO audit_entry (action, account_id, key_id, actor, detail)
    SELECT 'key.revoked', r.account_id, r.id, 'gateway', jsonb_build_object('reason', 'strikes', 'start', r.start) FROM revoked r
  )
  SELECT pg_notify('facts', '')
$$;

-- Admits a batch. One input row stands for n requests alike: the same key, door and effect, each combination once.
-- Effects: check (nothing is counted), rate (the minute alone), strike, read, write. Volatile, so that every statement below
-- sees what was committed while the locks before it were waited for. Minutes are locked by key, then days one by one by account:
-- two batches never wait for each other in a circle. Tests pass the time.
-- Each row is looked up by itself and no table may be read whole: a day that has just begun has no statistics, and a plan made
-- for an empty table would be kept.
CREATE FUNCTION admit(
  hashes bytea[], doors text[], effects text[], counts int[],
  plan_limits jsonb, strike_limit int, minute_limit int, notice_consumers text[], at timestamptz DEFAULT NULL
) RETURNS TABLE (
  ord int, key_id text, account_id text, plan text, kind text, site_id text,
  granted int, minute_left int, minute_reset_ms int, struck int, strikes int,
  charged int, used int, day_limit int, day date, now_ms float8
) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  t timestamptz;
  minute_ago timestamptz;
  today date;
  asked record;
  live timestamptz[];
  oldest timestamptz;
  key record;
BEGIN
  PERFORM 1 FROM key_minute m WHERE m.key_id = ANY (ARRAY(SELECT k.id FROM api_key k WHERE k.hash = ANY (hashes)))
    ORDER BY m.key_id FOR UPDATE;
  t := coalesce(at, clock_timestamp());
  minute_ago := t - interval '60 seconds';
  today := (t AT TIME ZONE 'UTC')::date;
  day := today;
  now_ms := 1000 * extract(epoch FROM t);

  FOR asked IN
    SELECT u.ord::int AS ord, u.hash, u.door, u.effect, u.n
    FROM unnest(hashes, doors, effects, counts) WITH ORDINALITY AS u (hash, door, effect, n, ord)
    CROSS JOIN LATERAL (SELECT k.account_id FROM api_key k WHERE k.hash = u.hash) owner
    ORDER BY owner.account_id, u.ord
  LOOP
    SELECT k.id, k.account_id, k.kind, k.site_id, k.strikes, a.plan, coalesce((plan_limits ->> a.plan)::int, 0) AS plan_limit, m.stamps
      INTO key
      FROM api_key k JOIN account a ON a.id = k.account_id JOIN key_minute m ON m.key_id = k.id
      WHERE k.hash = asked.hash AND (k.kind = 'server') = (asked.door = 'rest')
        AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > t) AND a.status = 'active';
    CONTINUE WHEN NOT FOUND;
    ord := asked.ord;
    key_id := key.id;
    account_id := key.account_id;
    plan := key.plan;
    kind := key.kind;
    site_id := key.site_id;

    live := key.stamps;
    WHILE live[1] <= minute_ago LOOP
      live := live[2:];
    END LOOP;

    oldest := live[1];
    granted := asked.n;
    IF asked.effect <> 'check' THEN
      granted := greatest(0, least(asked.n, minute_limit - cardinality(live)));
      IF granted > 0 THEN
        live := live || array_fill(t, ARRAY[granted]);
        UPDATE key_minute m SET stamps = live WHERE m.key_id = key.id;
      END IF;
    END IF;
    minute_left := greatest(0, minute_limit - cardinality(live));
    minute_reset_ms := CASE WHEN oldest IS NULL THEN 60000 ELSE ceil(1000 * extract(epoch FROM oldest - minute_ago)) END;

    strikes := key.strikes;
    struck := 0;
    IF asked.effect = 'strike' AND granted > 0 THEN
      struck := least(granted, strike_limit - strikes);
      strikes := strikes + struck;
      -- A revocation that committed while this waited for the row stands as it is.
      UPDATE api_key k
        SET strikes = k.strikes + struck,
          revoked_at = CASE WHEN k.strikes + struck >= strike_limit THEN t ELSE k.revoked_at END
        WHERE k.id = key.id AND k.revoked_at IS NULL;
      CONTINUE WHEN NOT FOUND;
      IF strikes >= strike_limit THEN
        PERFORM note_revocation(key.id, t, notice_consumers);
      END IF;
    END IF;

    charged := 0;
    IF asked.effect IN ('read', 'write') AND granted > 0 THEN
      UPDATE allowance_day d SET charged = d.charged + granted, day_limit = greatest(d.day_limit, key.plan_limit)
        WHERE d.account_id = key.account_id AND d.day = today
          AND d.charged - d.given_back + granted <= greatest(d.day_limit, key.plan_limit)
        RETURNING granted, d.charged - d.given_back, d.day_limit INTO charged, used, day_limit;
      IF NOT FOUND THEN
        SELECT fit.* INTO charged, used, day_limit FROM charge_what_fits(key.account_id, today, granted, key.plan_limit) fit;
      END IF;
    ELSE
      SELECT d.charged - d.given_back, greatest(d.day_limit, key.plan_limit) INTO used, day_limit
        FROM allowance_day d WHERE d.account_id = key.account_id AND d.day = today;
      IF NOT FOUND THEN
        used := 0;
        day_limit := key.plan_limit;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- Gives one call back to the very day that was charged, at most as often a day as its limit.
CREATE FUNCTION give_back(account text, charged_day date) RETURNS TABLE (used int, day_limit int) LANGUAGE sql VOLATILE AS $$
  UPDATE allowance_day d SET given_back = d.given_back + 1
  WHERE d.account_id = account AND d.day = charged_day AND d.given_back < d.day_limit AND d.given_back < d.charged
  RETURNING d.charged - d.given_back, d.day_limit
$$;

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

-- Marks a guest's token used. False for the second of two that were issued: the first to be used wins, and ends the other.
CREATE FUNCTION use_guest_key(key text) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM 1 FROM guest g WHERE g.used_key_id = key;
  IF FOUND THEN
    RETURN true;
  END IF;
  UPDATE guest g SET used_key_id = key FROM api_key k
    WHERE k.id = key AND g.account_id = k.account_id AND g.used_key_id IS NULL AND g.status IN ('active', 'claiming');
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE api_key k SET revoked_at = clock_timestamp() FROM guest g
    WHERE g.used_key_id = key AND k.account_id = g.account_id AND k.kind = 'guest' AND k.id <> key AND k.revoked_at IS NULL;
  RETURN true;
END $$;
