CREATE TABLE billing_order (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  person_id text,
  email text NOT NULL,
  kind text NOT NULL,
  plan text NOT NULL,
  months integer NOT NULL,
  currency text NOT NULL,
  price bigint NOT NULL,
  amount bigint NOT NULL,
  credit bigint NOT NULL DEFAULT 0,
  from_balance bigint NOT NULL DEFAULT 0,
  status text NOT NULL,
  reason text,
  provider text,
  refs text[] NOT NULL DEFAULT '{}',
  pay_url text,
  method text,
  is_pending boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3),
  paid_at timestamptz(3),
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  anchor_day integer,
  look_at timestamptz(3),
  looked_at timestamptz(3),
  asked integer NOT NULL DEFAULT 0,
  fails integer NOT NULL DEFAULT 0,
  cancel_due boolean NOT NULL DEFAULT false,
  lease_until timestamptz(3) NOT NULL DEFAULT '-infinity'
);
CREATE INDEX billing_order_account_id_created_at_idx ON billing_order (account_id, created_at);
CREATE INDEX billing_order_created_at_idx ON billing_order (created_at);
CREATE INDEX billing_order_look_at_idx ON billing_order (look_at);
-- One at a time: what a second order would cost depends on what becomes of the first. Support may invoice beside it.
CREATE UNIQUE INDEX billing_order_open ON billing_order (account_id) WHERE status IN ('draft', 'open') AND kind <> 'invoice';
CREATE UNIQUE INDEX billing_order_invoice ON billing_order (account_id) WHERE status IN ('draft', 'open') AND kind = 'invoice';

CREATE TABLE payment (
  provider text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL REFERENCES billing_order (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  method text NOT NULL,
  amount bigint NOT NULL,
  currency text NOT NULL,
  status text NOT NULL,
  role text NOT NULL,
  refunded bigint NOT NULL DEFAULT 0,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (provider, payment_id)
);
CREATE INDEX payment_order_id_idx ON payment (order_id);

CREATE TABLE webhook_inbox (
  provider text NOT NULL,
  dedupe_key text NOT NULL,
  order_id text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (provider, dedupe_key)
);
CREATE INDEX webhook_inbox_received_at_idx ON webhook_inbox (received_at);

CREATE TABLE subscription (
  account_id text PRIMARY KEY,
  plan text NOT NULL,
  paid_until timestamptz(3),
  next_plan text,
  version integer NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  reminded_for timestamptz(3),
  reminded_days integer,
  closed_at timestamptz(3)
);
CREATE INDEX subscription_due_at_idx ON subscription (due_at);

CREATE TABLE credit_entry (
  id text PRIMARY KEY DEFAULT gen_random_uuid()::text,
  account_id text NOT NULL,
  order_id text NOT NULL,
  amount bigint NOT NULL,
  reason text NOT NULL,
  at timestamptz(3) NOT NULL
);
CREATE INDEX credit_entry_account_id_idx ON credit_entry (account_id);

CREATE TABLE receipt (
  number integer PRIMARY KEY,
  order_id text NOT NULL,
  account_id text NOT NULL,
  snapshot jsonb NOT NULL,
  issued_at timestamptz(3) NOT NULL
);
CREATE UNIQUE INDEX receipt_order_id_key ON receipt (order_id);

-- A sequence would leave gaps where a transaction fails.
CREATE TABLE receipt_counter (
  id integer PRIMARY KEY DEFAULT 1,
  last integer NOT NULL
);
INSERT INTO receipt_counter (last) VALUES (0);
