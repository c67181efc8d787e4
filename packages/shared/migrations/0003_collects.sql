SET LOCAL lock_timeout = '3s';

-- Data that reads collect from outside: the subjects, their results, and the readers of each.
CREATE SCHEMA collects;

-- One row for each thing to collect, and the queue itself: nothing is due where due_at is null.
CREATE TABLE collects.subject (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL,
  input jsonb NOT NULL,
  lane text NOT NULL,
  -- 0: a reader waits; 1: scheduled.
  priority smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  lease uuid,
  lease_until timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  -- The progress of a run, for the next one.
  progress jsonb,
  result_id bigint,
  -- After a final failure no provider is asked before this time.
  not_before timestamptz(3),
  -- The account in whose line its due run waits; null until it has a line.
  line text,
  UNIQUE (kind, key)
);
CREATE INDEX subject_due ON collects.subject (lane, due_at) WHERE due_at IS NOT NULL AND line IS NULL;
CREATE INDEX subject_line ON collects.subject (lane, line, priority, due_at) WHERE due_at IS NOT NULL AND line IS NOT NULL;

-- The result of one run; it never changes.
CREATE TABLE collects.result (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  status text NOT NULL,
  reason text,
  sources text[] NOT NULL,
  sandbox boolean NOT NULL,
  cost_usd numeric(12, 6),
  collected_at timestamptz(3) NOT NULL,
  body text NOT NULL
);
CREATE INDEX result_subject ON collects.result (subject_id);

-- The only access to a result: a site (s:<id>) or an account (a:<id>) that asked for it. Each keeps the version that it got.
CREATE TABLE collects.reading (
  scope text NOT NULL,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  result_id bigint REFERENCES collects.result ON DELETE SET NULL,
  -- The account that pays, also after a claim has moved the site.
  payer text NOT NULL,
  -- How often this scope has started or joined a run: names the next one towards the day's count.
  asks integer NOT NULL DEFAULT 0,
  wanted_at timestamptz(3),
  -- The token of the day's count for the run that is wanted.
  token text,
  scheduled boolean NOT NULL DEFAULT false,
  failure text,
  keep_seconds integer,
  expires_at timestamptz(3),
  PRIMARY KEY (scope, subject_id)
);
CREATE INDEX reading_subject ON collects.reading (subject_id);
CREATE INDEX reading_result ON collects.reading (result_id);
CREATE INDEX reading_expiry ON collects.reading (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX reading_owed ON collects.reading (token) WHERE wanted_at IS NULL AND token IS NOT NULL;

-- The turns of accounts in a lane, for each priority: whether runs wait in the account's line, and when it last had a turn.
CREATE TABLE collects.turn (
  lane text NOT NULL,
  account text NOT NULL,
  priority smallint NOT NULL,
  waits boolean NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (lane, account, priority)
);
CREATE INDEX turn_next ON collects.turn (lane, priority, last_at, account) WHERE waits;
CREATE INDEX turn_idle ON collects.turn (last_at) WHERE NOT waits;

-- Puts the due runs of a lane into lines: each into the shortest line of the accounts that want it.
CREATE FUNCTION collects.line_up(of_lane text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  -- A variable: an index is not searched by a volatile function.
  right_now timestamptz;
BEGIN
  -- Held until the commit: the turns of a lane are given one after the other, whichever replica asks.
  PERFORM pg_advisory_xact_lock(hashtextextended('collects.turn ' || of_lane, 0));
  right_now := clock_timestamp();
  WITH due AS (
    SELECT id FROM collects.subject
    -- Due times are rounded to milliseconds, also up.
    WHERE lane = of_lane AND line IS NULL AND due_at <= right_now + interval '1 millisecond'
      AND (lease_until IS NULL OR lease_until < right_now)
    FOR NO KEY UPDATE SKIP LOCKED),
  lined AS (
    UPDATE collects.subject s SET line = coalesce((
      SELECT d.payer FROM collects.reading d
      WHERE d.subject_id = s.id AND (d.wanted_at IS NOT NULL OR d.scheduled)
      ORDER BY d.wanted_at IS NULL, (SELECT count(*) FROM (
        SELECT 1 FROM collects.subject o WHERE o.lane = of_lane AND o.line = d.payer AND o.due_at IS NOT NULL LIMIT 100) AS ahead),
        d.wanted_at, d.scope
      LIMIT 1), '')
    FROM due WHERE s.id = due.id RETURNING s.line, s.priority, s.due_at)
  -- Who had none for a day comes first, in the order of asking.
  INSERT INTO collects.turn (lane, account, priority, waits, last_at)
  SELECT of_lane, line, priority, true, min(due_at) - interval '1 day' FROM lined GROUP BY line, priority
  ON CONFLICT (lane, account, priority) DO UPDATE SET waits = true;
END $$;

-- Leases due runs of a lane to one worker: each time the next run of the account whose last turn is longest ago. A try is counted
-- when it begins, so that a run that kills its worker runs out of tries.
CREATE FUNCTION collects.claim(of_lane text, places integer, new_lease uuid, lease_time interval)
RETURNS TABLE (id bigint, kind text, input jsonb, tries smallint, progress jsonb, account text, payers text[])
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  next record;
  skipped text[] := '{}';
BEGIN
  PERFORM collects.line_up(of_lane);
  WHILE places > 0 LOOP
    SELECT t.account, t.priority, t.last_at INTO next FROM collects.turn t
    WHERE t.lane = of_lane AND t.waits AND t.account <> ALL(skipped) ORDER BY t.priority, t.last_at, t.account LIMIT 1;
    EXIT WHEN NOT FOUND;
    UPDATE collects.subject s
    SET line = NULL, lease = new_lease, lease_until = clock_timestamp() + lease_time, tries = s.tries + 1
    WHERE s.id = (
      SELECT w.id FROM collects.subject w
      WHERE w.lane = of_lane AND w.line = next.account AND w.priority = next.priority AND w.due_at IS NOT NULL
        AND (w.lease_until IS NULL OR w.lease_until < clock_timestamp())
      ORDER BY w.due_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING s.id, s.kind, s.input, s.tries, s.progress, next.account, ARRAY(
      SELECT DISTINCT d.payer FROM collects.reading d WHERE d.subject_id = s.id AND (d.wanted_at IS NOT NULL OR d.scheduled))
    INTO id, kind, input, tries, progress, account, payers;
    IF FOUND THEN
      places := places - 1;
      next.last_at := clock_timestamp();
      RETURN NEXT;
    ELSE
      -- Its runs were deleted, or are locked by who asks for them.
      skipped := skipped || next.account;
    END IF;
    UPDATE collects.turn t SET last_at = next.last_at, waits = EXISTS (
      SELECT 1 FROM collects.subject w
      WHERE w.lane = of_lane AND w.line = next.account AND w.priority = next.priority AND w.due_at IS NOT NULL)
    WHERE t.lane = of_lane AND t.account = next.account AND t.priority = next.priority;
  END LOOP;
END $$;
