SET LOCAL lock_timeout = '3s';

-- Facts that a service writes for others (event, one delivery per consumer), and those that it has received (inbox).
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
