SET LOCAL lock_timeout = '3s';

-- `schema.prisma` says what the tables and columns are for.

CREATE TABLE person (
  id text PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  language text,
  time_zone text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX person_email_key ON person (email);

CREATE TABLE person_session (
  id text PRIMARY KEY,
  token text NOT NULL,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  expires_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  seen_from text,
  used_at timestamptz(3)
);
CREATE UNIQUE INDEX person_session_token_key ON person_session (token);
CREATE INDEX person_session_person_id_idx ON person_session (person_id);
CREATE INDEX person_session_expires_at_idx ON person_session (expires_at);

CREATE TABLE credential (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX credential_person_id_idx ON credential (person_id);

CREATE TABLE person_token (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX person_token_identifier_idx ON person_token (identifier);
CREATE INDEX person_token_value_idx ON person_token (value);
CREATE INDEX person_token_expires_at_idx ON person_token (expires_at);

CREATE TABLE mail_change (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  email text NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX mail_change_expires_at_idx ON mail_change (expires_at);

CREATE TABLE attempt (
  bucket text PRIMARY KEY,
  stamps timestamptz(6)[] DEFAULT ARRAY[]::timestamptz[],
  idle_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX attempt_idle_at_idx ON attempt (idle_at);

-- Accounts and their teams.

CREATE TABLE member (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  account_id text NOT NULL,
  role text NOT NULL,
  state text NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  rights_changed_at timestamptz(3),
  site_ids text[],
  claim text,
  PRIMARY KEY (person_id, account_id)
);
CREATE INDEX member_account_id_idx ON member (account_id);
-- Whoever signs in many times at once gets one account, and an account has one owner.
CREATE UNIQUE INDEX member_pending ON member (person_id) WHERE state = 'pending';
CREATE UNIQUE INDEX member_owner ON member (account_id) WHERE role = 'owner';

CREATE TABLE contact_due (
  account_id text PRIMARY KEY,
  asked int NOT NULL DEFAULT 1,
  lease_until timestamptz(3) NOT NULL DEFAULT '-infinity'
);

CREATE TABLE invite (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  email text NOT NULL,
  role text NOT NULL,
  status text NOT NULL,
  invited_by text NOT NULL,
  invited_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  mail_due_at timestamptz(3),
  accepted_by text,
  site_ids text[]
);
CREATE INDEX invite_account_id_idx ON invite (account_id);
CREATE INDEX invite_email_idx ON invite (email);
CREATE INDEX invite_mail_due_at_idx ON invite (mail_due_at);
CREATE INDEX invite_expires_at_idx ON invite (expires_at);
CREATE UNIQUE INDEX invite_pending ON invite (account_id, email) WHERE status = 'pending';

CREATE TABLE mail_day (
  recipient text NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (recipient, day, kind)
);
CREATE INDEX mail_day_day_idx ON mail_day (day);

CREATE TABLE mail_refused (
  recipient text NOT NULL,
  kind text NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (recipient, kind)
);

-- Letters about sites, alerts, and reports.

CREATE TABLE site_letter (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  site_id text NOT NULL,
  account_id text NOT NULL,
  weekly boolean NOT NULL DEFAULT false,
  alerts boolean NOT NULL DEFAULT false,
  alerts_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (person_id, site_id)
);
CREATE INDEX site_letter_site_id_idx ON site_letter (site_id);
CREATE INDEX site_letter_account_id_idx ON site_letter (account_id);

CREATE TABLE weekly_recipient (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  due_at timestamptz(3) NOT NULL,
  last_week text
);
CREATE INDEX weekly_recipient_due_at_idx ON weekly_recipient (due_at);

CREATE TABLE alert_setting (
  site_id text NOT NULL,
  audience text NOT NULL,
  account_id text NOT NULL,
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  is_on boolean NOT NULL DEFAULT false,
  rules jsonb NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, audience)
);
CREATE INDEX alert_setting_person_id_idx ON alert_setting (person_id);

CREATE TABLE alert_look (
  site_id text PRIMARY KEY,
  account_id text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  read_until timestamptz(3)
);
CREATE INDEX alert_look_due_at_idx ON alert_look (due_at);

CREATE TABLE alert (
  id text PRIMARY KEY,
  site_id text NOT NULL,
  account_id text NOT NULL,
  person_id text REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  rule text NOT NULL,
  threshold integer,
  count integer NOT NULL,
  items jsonb NOT NULL,
  raised_at timestamptz(3) NOT NULL,
  waits boolean NOT NULL
);
CREATE INDEX alert_raised_at_idx ON alert (raised_at);
CREATE INDEX alert_site_id_raised_at_idx ON alert (site_id, raised_at);
CREATE INDEX alert_person_id_waits_idx ON alert (person_id, waits);

CREATE TABLE alert_moment (
  site_id text NOT NULL,
  audience text NOT NULL,
  rule text NOT NULL,
  subject text NOT NULL,
  fact text NOT NULL,
  person_id text REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, audience, rule, subject, fact)
);
CREATE INDEX alert_moment_person_id_idx ON alert_moment (person_id);
CREATE INDEX alert_moment_at_idx ON alert_moment (at);

CREATE TABLE alert_recipient (
  person_id text PRIMARY KEY REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  quiet_from text,
  quiet_until text,
  last_day text,
  due_at timestamptz(3)
);
CREATE INDEX alert_recipient_due_at_idx ON alert_recipient (due_at);

CREATE TABLE report (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  site_id text NOT NULL,
  person_id text NOT NULL,
  title text NOT NULL,
  shown_name text,
  language text NOT NULL,
  period text NOT NULL,
  from_day text,
  until_day text,
  parts text[],
  logo bytea,
  time_zone text NOT NULL,
  ends_on text,
  ends_at timestamptz(3),
  revoked_at timestamptz(3),
  token_hash text NOT NULL,
  sealed_token text NOT NULL,
  views integer NOT NULL DEFAULT 0,
  last_viewed_at timestamptz(3),
  recipients text[],
  stopped text[],
  mail_due_at timestamptz(3),
  lease_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE UNIQUE INDEX report_token_hash_key ON report (token_hash);
CREATE INDEX report_site_id_idx ON report (site_id);
CREATE INDEX report_account_id_idx ON report (account_id);
CREATE INDEX report_mail_due_at_idx ON report (mail_due_at);
-- By the key that a token is sealed under.
CREATE INDEX report_key ON report (split_part(sealed_token, '.', 1), id);

CREATE TABLE report_recipient (
  account_id text NOT NULL,
  recipient text NOT NULL,
  answer text NOT NULL DEFAULT 'pending',
  asked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, recipient)
);

-- Events of sites for other programs.

CREATE TABLE webhook_endpoint (
  id text PRIMARY KEY,
  site_id text NOT NULL,
  account_id text NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  shown text NOT NULL,
  language text NOT NULL,
  sealed_url text NOT NULL,
  events text[] NOT NULL DEFAULT ARRAY[]::text[],
  sealed_secret text,
  former_secret text,
  former_until timestamptz(3),
  state text NOT NULL DEFAULT 'active',
  rests_for text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  next_n integer NOT NULL DEFAULT 1,
  last_n integer NOT NULL DEFAULT 0,
  due_at timestamptz(3),
  lease text,
  lease_until timestamptz(3) NOT NULL DEFAULT '-infinity',
  fails integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  is_slow boolean NOT NULL DEFAULT false
);
CREATE INDEX webhook_endpoint_site_id_idx ON webhook_endpoint (site_id);
CREATE INDEX webhook_endpoint_account_id_idx ON webhook_endpoint (account_id);
CREATE INDEX webhook_endpoint_due_at_idx ON webhook_endpoint (due_at);
CREATE INDEX webhook_endpoint_lease_until_idx ON webhook_endpoint (lease_until);
-- By the keys that they are sealed under.
CREATE INDEX webhook_endpoint_url_key ON webhook_endpoint (split_part(sealed_url, '.', 1), id);
CREATE INDEX webhook_endpoint_secret_key ON webhook_endpoint (split_part(sealed_secret, '.', 1), id);

CREATE TABLE webhook_event (
  id text PRIMARY KEY,
  site_id text NOT NULL,
  account_id text NOT NULL,
  type text NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX webhook_event_site_id_idx ON webhook_event (site_id);
CREATE INDEX webhook_event_created_at_idx ON webhook_event (created_at);

CREATE TABLE webhook_delivery (
  endpoint_id text NOT NULL,
  n integer NOT NULL,
  event_id text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  tried_at timestamptz(3),
  delivered_at timestamptz(3),
  status integer,
  failure text,
  answer text,
  ms integer,
  PRIMARY KEY (endpoint_id, n)
);
CREATE INDEX webhook_delivery_created_at_idx ON webhook_delivery (created_at);

CREATE TABLE webhook_rank_read (
  site_id text PRIMARY KEY,
  account_id text NOT NULL,
  since timestamptz(3) NOT NULL,
  begun_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL
);
CREATE INDEX webhook_rank_read_due_at_idx ON webhook_rank_read (due_at);

CREATE TABLE webhook_rank_seen (
  site_id text NOT NULL,
  keyword_id text NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, keyword_id)
);

-- Billing. Amounts are rupiah or US cents.

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
  is_cut boolean NOT NULL DEFAULT false,
  poll_at timestamptz(3),
  polled_at timestamptz(3),
  asked integer NOT NULL DEFAULT 0,
  fails integer NOT NULL DEFAULT 0,
  cancel_due boolean NOT NULL DEFAULT false,
  lease_until timestamptz(3) NOT NULL DEFAULT '-infinity'
);
CREATE INDEX billing_order_account_id_created_at_idx ON billing_order (account_id, created_at);
CREATE INDEX billing_order_created_at_idx ON billing_order (created_at);
CREATE INDEX billing_order_poll_at_idx ON billing_order (poll_at);
CREATE INDEX billing_order_review ON billing_order (created_at) WHERE status = 'review';
-- One at a time: what a second order would cost depends on what becomes of the first. Support may invoice beside it.
CREATE UNIQUE INDEX billing_order_open ON billing_order (account_id) WHERE status IN ('draft', 'open') AND kind <> 'invoice';
CREATE UNIQUE INDEX billing_order_invoice ON billing_order (account_id) WHERE status IN ('draft', 'open') AND kind = 'invoice';

CREATE TABLE payment (
  provider text NOT NULL,
  payment_id text NOT NULL,
  order_id text NOT NULL REFERENCES billing_order ON DELETE RESTRICT ON UPDATE CASCADE,
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

-- Advice. Its rows go with their sites: nothing looks for those of an account.

CREATE TABLE advice_rule (
  site_id text NOT NULL,
  rule text NOT NULL,
  account_id text NOT NULL,
  weekly_cap integer NOT NULL CHECK (weekly_cap > 0),
  allowed_by text NOT NULL,
  problem text,
  due_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (site_id, rule)
);
CREATE INDEX advice_rule_due_at_idx ON advice_rule (due_at);

CREATE TABLE advice_decision (
  id text PRIMARY KEY,
  site_id text NOT NULL,
  account_id text NOT NULL,
  rule text NOT NULL,
  card_id text NOT NULL,
  fact text NOT NULL,
  title jsonb NOT NULL,
  evidence jsonb NOT NULL,
  decision text NOT NULL,
  deed jsonb,
  plan_id text,
  by_rule boolean NOT NULL,
  person_id text NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  until timestamptz(3),
  lease_until timestamptz(3),
  ended_at timestamptz(3)
);
CREATE INDEX advice_decision_site_id_at_idx ON advice_decision (site_id, at);
CREATE INDEX advice_decision_lease_until_idx ON advice_decision (lease_until);
-- A card with the same fact is decided on once, whoever does it at the same time.
CREATE UNIQUE INDEX advice_decision_live ON advice_decision (site_id, card_id, fact) WHERE ended_at IS NULL;

CREATE TABLE advice_total (
  site_id text PRIMARY KEY,
  account_id text NOT NULL,
  total integer,
  at timestamptz(3) NOT NULL
);
CREATE INDEX advice_total_account_id_idx ON advice_total (account_id);

CREATE TABLE asset (
  path text PRIMARY KEY,
  type text NOT NULL,
  bytes bytea NOT NULL,
  brotli bytea,
  stored_at timestamptz(3) NOT NULL
);
