-- One guest a network, also under parallel calls.
CREATE UNIQUE INDEX guest_open_network ON guest (network) WHERE status IN ('active', 'claiming');
CREATE INDEX guest_open_area ON guest (area) WHERE status IN ('active', 'claiming');
ALTER TABLE network_minute SET (fillfactor = 50);

-- Admits one request of a network without a key. Volatile, and the row is locked before the time is taken: no 60 seconds ever
-- hold more than the limit. Tests pass the time.
CREATE FUNCTION admit_network(asked_network text, asked_kind text, minute_limit int, at timestamptz DEFAULT NULL)
RETURNS TABLE (granted boolean, minute_left int, minute_reset_ms int, now_ms float8) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  held timestamptz[];
  t timestamptz;
BEGIN
  -- The empty update locks a row that is there already, and makes one that is not.
  INSERT INTO network_minute AS m (network, kind) VALUES (asked_network, asked_kind)
    ON CONFLICT (network, kind) DO UPDATE SET kind = excluded.kind RETURNING m.stamps INTO held;
  t := coalesce(at, clock_timestamp());
  held := ARRAY(SELECT s FROM unnest(held) s WHERE s > t - interval '60 seconds' ORDER BY s);
  granted := cardinality(held) < minute_limit;
  minute_reset_ms := CASE WHEN cardinality(held) > 0 THEN ceil(1000 * extract(epoch FROM held[1] + interval '60 seconds' - t)) ELSE 60000 END;
  IF granted THEN
    UPDATE network_minute m SET stamps = held || t WHERE m.network = asked_network AND m.kind = asked_kind;
  END IF;
  minute_left := greatest(0, minute_limit - cardinality(held) - granted::int);
  now_ms := 1000 * extract(epoch FROM t);
  RETURN NEXT;
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
