-- What a service tells the others (event, one delivery a consumer), and what it has heard from them (inbox).
CREATE SCHEMA facts;

CREATE TABLE facts.event (
  id text PRIMARY KEY,
  -- kind:id, e.g. account:a1; each version carries its full state.
  aggregate text NOT NULL,
  version bigint NOT NULL,
  type text NOT NULL,
  state jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_aggregate ON facts.event (aggregate, version);
CREATE INDEX event_created ON facts.event (created_at);

CREATE TABLE facts.delivery (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text,
  event_id text NOT NULL REFERENCES facts.event ON DELETE CASCADE,
  consumer text NOT NULL,
  lease_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  last_error text
);
CREATE INDEX delivery_due ON facts.delivery (consumer, next_at) WHERE done_at IS NULL;
CREATE INDEX delivery_event ON facts.delivery (event_id);

-- The newest version of each aggregate that a consumer has taken.
CREATE TABLE facts.inbox (
  consumer text NOT NULL,
  aggregate text NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (consumer, aggregate)
);

-- What a service knows of the accounts and sites that other services own: copies that facts keep up to date.
CREATE SCHEMA known;

CREATE TABLE known.account (
  id text PRIMARY KEY,
  plan text NOT NULL,
  status text NOT NULL,
  -- Null: as often as the plan says.
  check_every_days integer,
  version bigint NOT NULL
);

CREATE TABLE known.site (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  domain text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- 0: its owner was asked before the first fact came.
  version bigint NOT NULL,
  -- The row stays, without its name and domain, so that nothing late can bring the site back.
  deleted_at timestamptz(3)
);
CREATE INDEX site_account ON known.site (account_id) WHERE deleted_at IS NULL;

-- What reads collect from outside: what can be collected, what came of it, and who may read it.
CREATE SCHEMA collects;

-- One row for each thing to collect, and the queue itself: nobody wants it now where due_at is null.
CREATE TABLE collects.subject (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  key text NOT NULL,
  input jsonb NOT NULL,
  lane text NOT NULL,
  -- 0: somebody waits; 1: scheduled.
  priority smallint NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  lease uuid,
  lease_until timestamptz,
  tries smallint NOT NULL DEFAULT 0,
  -- What a run has done so far, for the next one after it.
  progress jsonb,
  result_id bigint,
  -- After a final failure nothing is asked before this time.
  not_before timestamptz(3),
  UNIQUE (kind, key)
);
CREATE INDEX subject_due ON collects.subject (lane, priority, due_at) WHERE due_at IS NOT NULL;

-- What one run brought; it never changes.
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

-- The one way to a result: a site (s:<id>) or an account (a:<id>) that asked for it. Each keeps the version that it was given.
CREATE TABLE collects.reading (
  scope text NOT NULL,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  result_id bigint REFERENCES collects.result ON DELETE SET NULL,
  -- The account that pays, also after a claim has moved the site.
  payer text NOT NULL,
  -- How often this scope has started or joined a run: names the next one towards the day's count.
  asks integer NOT NULL DEFAULT 0,
  wanted_at timestamptz(3),
  -- The token under which the day's count was taken for the run that is wanted.
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

-- What collecting cost each account.
CREATE TABLE collects.spend (
  day date NOT NULL,
  account_id text NOT NULL,
  usd numeric(18, 9) NOT NULL DEFAULT 0,
  PRIMARY KEY (day, account_id)
);

-- What calls to the outside cost in US dollars: what was paid, and what is set aside for calls under way.
CREATE SCHEMA spend;

-- What was paid on a UTC day for a capability (serp, keywords, …), split over the accounts that it was bought for.
-- In parts, so that bookings at the same time do not wait for each other: a reader sums them.
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

-- The price of a call, set aside for the accounts that it is made for until its cost is booked. Nobody settles for a process that
-- has died: its holds count until held_until.
CREATE TABLE spend.hold (
  id uuid PRIMARY KEY,
  day date NOT NULL,
  capability text NOT NULL,
  account_ids text[] NOT NULL,
  usd numeric(18, 9) NOT NULL,
  held_until timestamptz NOT NULL
);
CREATE INDEX hold_day ON spend.hold (capability, day);

-- Whether a call fits into the day's budget and into the share of one of its accounts: held where it fits, later where it does once
-- the calls under way have cost nothing, else over. A limit that is null bounds nothing; the call that reaches a share is its last.
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

-- Sets prices aside, one call after the other: each is {id, usd, accounts}. A hold that exists is given its new price.
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
