CREATE TABLE person (
  id text PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  email_verified boolean NOT NULL DEFAULT false,
  image text,
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
  updated_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX person_session_token_key ON person_session (token);
CREATE INDEX person_session_person_id_idx ON person_session (person_id);

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

CREATE TABLE member (
  person_id text NOT NULL REFERENCES person ON DELETE CASCADE ON UPDATE CASCADE,
  account_id text NOT NULL,
  role text NOT NULL,
  state text NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (person_id, account_id)
);
CREATE INDEX member_account_id_idx ON member (account_id);
-- Whoever signs in many times at once gets one account, and an account has one owner.
CREATE UNIQUE INDEX member_pending ON member (person_id) WHERE state = 'pending';
CREATE UNIQUE INDEX member_owner ON member (account_id) WHERE role = 'owner';

CREATE TABLE attempt (
  bucket text PRIMARY KEY,
  stamps timestamptz(6)[] DEFAULT ARRAY[]::timestamptz[],
  idle_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE INDEX attempt_idle_at_idx ON attempt (idle_at);

-- Counts an attempt in all of its buckets, or in none if one of them is full; answers how many milliseconds until there is room, 0 if
-- it was counted. Rows are made and locked in one order before the time is taken: two calls never wait for each other in a circle,
-- and no window ever holds more than its limit. Tests pass the time.
CREATE FUNCTION admit_attempt(buckets text[], limits int[], seconds int[], at timestamptz DEFAULT NULL) RETURNS int
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  t timestamptz;
  wait_ms int;
BEGIN
  -- The empty update locks a row that is there already.
  INSERT INTO attempt AS a (bucket) SELECT b FROM unnest(buckets) AS b ORDER BY b
    ON CONFLICT (bucket) DO UPDATE SET bucket = excluded.bucket;
  t := coalesce(at, clock_timestamp());
  SELECT max(ceil(1000 * extract(epoch FROM held[cardinality(held) - asked.n + 1] + asked.span - t)))::int INTO wait_ms
    FROM (
      SELECT q.n, q.span, ARRAY(SELECT s FROM unnest(a.stamps) s WHERE s > t - q.span ORDER BY s) AS held
      FROM (SELECT b, n, make_interval(secs => s) AS span FROM unnest(buckets, limits, seconds) AS u (b, n, s)) AS q
      JOIN attempt a ON a.bucket = q.b
    ) AS asked
    WHERE cardinality(held) >= asked.n;
  IF wait_ms IS NOT NULL THEN
    RETURN greatest(wait_ms, 1);
  END IF;
  UPDATE attempt a SET stamps = ARRAY(SELECT s FROM unnest(a.stamps) s WHERE s > t - q.span ORDER BY s) || t, idle_at = t + q.span
    FROM (SELECT b, make_interval(secs => s) AS span FROM unnest(buckets, seconds) AS u (b, s)) AS q
    WHERE a.bucket = q.b;
  RETURN 0;
END $$;
