SET LOCAL lock_timeout = '3s';

-- Accounts, their keys, and what a key may do in a minute and an account in a day.

CREATE TABLE account (
  id text PRIMARY KEY,
  -- A contact and no identity: an account may be given to somebody who has one.
  email text NOT NULL,
  plan text NOT NULL,
  status text NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX account_email_idx ON account (email);

CREATE TABLE api_key (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account ON DELETE RESTRICT ON UPDATE CASCADE,
  kind text NOT NULL,
  name text NOT NULL,
  hash bytea NOT NULL,
  start text NOT NULL,
  site_id text,
  strikes integer NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3),
  revoked_at timestamptz(6)
);
CREATE UNIQUE INDEX api_key_hash_key ON api_key (hash);
CREATE INDEX api_key_account_id_idx ON api_key (account_id);

-- The sliding minute of a key. Each request writes its row: half of a block stays free, so that no index is written.
CREATE TABLE key_minute (
  key_id text PRIMARY KEY REFERENCES api_key ON DELETE RESTRICT ON UPDATE CASCADE,
  stamps timestamptz(6)[] DEFAULT ARRAY[]::timestamptz(6)[]
) WITH (fillfactor = 50);

CREATE TABLE allowance_day (
  account_id text NOT NULL REFERENCES account ON DELETE RESTRICT ON UPDATE CASCADE,
  day date NOT NULL,
  charged integer NOT NULL DEFAULT 0,
  given_back integer NOT NULL DEFAULT 0,
  -- The highest limit of the day: a downgrade counts from the next one.
  day_limit integer NOT NULL,
  PRIMARY KEY (account_id, day)
) WITH (fillfactor = 50);

-- Sliding minutes of the agents' endpoint: calls of a network without a key, handshakes of a key or a network.
CREATE TABLE agent_minute (
  who text NOT NULL,
  kind text NOT NULL,
  stamps timestamptz(6)[] DEFAULT ARRAY[]::timestamptz(6)[],
  PRIMARY KEY (who, kind)
) WITH (fillfactor = 50);

-- The collects of an account's day, over all services and endpoints, and the tokens that were counted: each once.
CREATE TABLE collect_day (
  account_id text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, day)
);
CREATE TABLE collect_token (
  token text PRIMARY KEY,
  account_id text NOT NULL,
  day date NOT NULL,
  given_back boolean NOT NULL DEFAULT false
);
CREATE INDEX collect_token_day_idx ON collect_token (day);

-- Signatures of calls that count once, for as long as they would be accepted.
CREATE TABLE used_call (
  signature bytea PRIMARY KEY,
  used_at timestamptz(6) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX used_call_used_at_idx ON used_call (used_at);

-- Walk-up guests.

CREATE TABLE guest (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account ON DELETE RESTRICT ON UPDATE CASCADE,
  status text NOT NULL DEFAULT 'active',
  -- Keyed hashes of its address (IPv4, or the /64 of IPv6) and of the /48 around it.
  network text NOT NULL,
  area text,
  -- A coarse address for the person who is asked to claim; forgotten at the end.
  seen_from text,
  agent_name text,
  check_every_days integer,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  issued_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ends_at timestamptz(3) NOT NULL,
  -- A sign-up in progress keeps the site until then.
  held_until timestamptz(3),
  -- The first of its tokens to be used.
  used_key_id text REFERENCES api_key ON DELETE SET NULL ON UPDATE CASCADE,
  claimed_by text,
  claim_key text,
  -- Who asked for the claim that is under way: it may be finished without its caller.
  claim_actor text,
  claim_since timestamptz(3),
  closed_at timestamptz(3)
);
CREATE UNIQUE INDEX guest_account_id_key ON guest (account_id);
CREATE UNIQUE INDEX guest_used_key_id_key ON guest (used_key_id);
CREATE INDEX guest_network_created_at_idx ON guest (network, created_at);
CREATE INDEX guest_status_ends_at_idx ON guest (status, ends_at);
-- One guest a network, also under parallel calls.
CREATE UNIQUE INDEX guest_open_network ON guest (network) WHERE status IN ('active', 'claiming');
CREATE INDEX guest_open_area ON guest (area) WHERE status IN ('active', 'claiming');

-- Links that a guest asks a person to open; only their hashes are kept.
CREATE TABLE guest_link (
  hash bytea PRIMARY KEY,
  guest_id text NOT NULL REFERENCES guest ON DELETE CASCADE ON UPDATE CASCADE,
  reason text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX guest_link_guest_id_idx ON guest_link (guest_id);

-- Access of clients that a person connected by OAuth.

-- A client that was made by hand. One that registers itself has no row.
CREATE TABLE oauth_client (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  -- Null for a client without a secret.
  secret_hash bytea,
  -- Whether a client with a secret may ask without PKCE, because its host cannot do it.
  skips_pkce boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX oauth_client_account_id_idx ON oauth_client (account_id);

-- A code that a person's consent gave a client; only its hash is kept, for a day, so that a second use is noticed.
CREATE TABLE grant_code (
  hash bytea PRIMARY KEY,
  account_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  -- Where a client without a document returns to; empty: a program on the person's machine.
  client_host text,
  redirect_uri text NOT NULL,
  challenge text NOT NULL,
  -- Who consented, for the audit log.
  actor text NOT NULL,
  -- The person for whom the access acts, the only site that they chose, and since when they had the rights with which they consented.
  person_id text,
  site_id text,
  rights_since timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  is_used boolean NOT NULL DEFAULT false,
  -- The lasting key that it was exchanged for.
  key_id text
);
CREATE INDEX grant_code_created_at_idx ON grant_code (created_at);

-- A lasting key whose access token is the key, and which each refresh replaces.
CREATE TABLE key_grant (
  key_id text PRIMARY KEY REFERENCES api_key ON DELETE RESTRICT ON UPDATE CASCADE,
  client_id text NOT NULL,
  client_host text,
  person_id text,
  rights_since timestamptz(3),
  -- Hashes of the two halves of its refresh token: the first stays, the second is new after each use.
  family bytea NOT NULL,
  refresh bytea NOT NULL
);
CREATE UNIQUE INDEX key_grant_family_key ON key_grant (family);

-- A refresh token that was used in the last minute gives the tokens again that it gave: they are made of it and of this salt.
CREATE TABLE grant_use (
  key_id text NOT NULL REFERENCES key_grant ON DELETE RESTRICT ON UPDATE CASCADE,
  used bytea NOT NULL,
  salt bytea NOT NULL,
  used_at timestamptz(6) NOT NULL,
  PRIMARY KEY (key_id, used)
);
CREATE INDEX grant_use_used_at_idx ON grant_use (used_at);

-- The audit log: append-only, read by account, the newest first.
CREATE TABLE audit_entry (
  id bigserial PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  action text NOT NULL,
  account_id text,
  key_id text,
  actor text NOT NULL,
  -- People and invites by id: an address would stay after its person is gone.
  detail jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_entry_account_id_id_idx ON audit_entry (account_id, id);

-- When the last back-up of the whole cluster ended, in one row; no row without one.
CREATE TABLE last_backup (
  ended_at timestamptz(3) PRIMARY KEY
);
