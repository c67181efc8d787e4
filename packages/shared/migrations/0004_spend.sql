SET LOCAL lock_timeout = '3s';

-- The cost of calls to the outside in US dollars: paid, and held for calls in flight.
CREATE SCHEMA spend;

-- Paid on a UTC day for a capability (serp, keywords, …), split over the accounts that it was bought for.
-- In parts, so that simultaneous bookings do not wait for each other: a reader sums them.
CREATE TABLE spend.book (
  day date NOT NULL,
  capability text NOT NULL,
  account_id text NOT NULL,
  part smallint NOT NULL,
  usd numeric(18, 9) NOT NULL,
  PRIMARY KEY (day, capability, account_id, part)
);

-- The same of all accounts together.
CREATE TABLE spend.total (
  day date NOT NULL,
  capability text NOT NULL,
  part smallint NOT NULL,
  usd numeric(18, 9) NOT NULL,
  PRIMARY KEY (day, capability, part)
);

-- The price of a call, held for its accounts until its cost is booked. A killed process settles nothing: its holds count until
-- held_until.
CREATE TABLE spend.hold (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  capability text NOT NULL,
  account_ids text[] NOT NULL,
  usd numeric(18, 9) NOT NULL,
  held_until timestamptz NOT NULL
);
CREATE INDEX hold_day ON spend.hold (capability, day);

-- Whether a call fits into the day's budget and into the share of one of its accounts: 'held' if it fits, 'later' if it fits should
-- the calls in flight cost nothing, else 'over'. A null limit is no limit; the call that reaches a share is its last.
CREATE FUNCTION spend.verdict(
  of_capability text, of_day date, hold_id uuid, price numeric, accounts text[], budget numeric, share numeric
) RETURNS text LANGUAGE sql AS $$
  WITH others AS MATERIALIZED (
    SELECT account_ids, usd FROM spend.hold WHERE capability = of_capability AND day = of_day AND id <> hold_id),
  paid AS (
    SELECT coalesce((SELECT sum(usd) FROM spend.total WHERE day = of_day AND capability = of_capability), 0) AS usd),
  account AS (
    SELECT coalesce((SELECT sum(usd) FROM spend.book b
        WHERE b.day = of_day AND b.capability = of_capability AND b.account_id = a.id), 0) AS paid,
      coalesce((SELECT sum(o.usd / cardinality(o.account_ids)) FROM others o WHERE a.id = ANY(o.account_ids)), 0) AS held
    FROM unnest(accounts) AS a (id) WHERE share IS NOT NULL),
  room AS (
    SELECT coalesce(paid.usd + price + (SELECT coalesce(sum(usd), 0) FROM others) <= budget, true)
        AND coalesce((SELECT bool_or(account.paid + account.held < share) FROM account), true) AS now,
      coalesce(paid.usd + price <= budget, true)
        AND coalesce((SELECT bool_or(account.paid < share) FROM account), true) AS later
    FROM paid)
  SELECT CASE WHEN now THEN 'held' WHEN later THEN 'later' ELSE 'over' END FROM room
$$;

-- Holds prices, one call after the other: each is {id, usd, accounts}. An existing hold gets its new price.
CREATE FUNCTION spend.reserve(
  of_capability text, of_day date, calls jsonb, budget numeric, share numeric, lease interval
) RETURNS TABLE (id uuid, verdict text) LANGUAGE plpgsql AS $$
DECLARE
  call record;
BEGIN
  -- Held until the commit: whoever reserves next sees these holds, on whichever replica.
  PERFORM pg_advisory_xact_lock(hashtextextended('spend.reserve ' || of_capability, 0));
  DELETE FROM spend.hold h WHERE h.capability = of_capability AND h.held_until < clock_timestamp();
  FOR call IN SELECT c.* FROM jsonb_to_recordset(calls) AS c (id uuid, usd numeric(18, 9), accounts text[]) LOOP
    id := call.id;
    verdict := spend.verdict(of_capability, of_day, call.id, call.usd, call.accounts, budget, share);
    IF verdict = 'held' THEN
      INSERT INTO spend.hold AS h VALUES (call.id, of_day, of_capability, call.accounts, call.usd, clock_timestamp() + lease)
      ON CONFLICT ON CONSTRAINT hold_pkey DO UPDATE SET usd = excluded.usd, held_until = excluded.held_until;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
