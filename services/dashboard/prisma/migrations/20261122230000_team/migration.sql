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
  accepted_by text
);
CREATE INDEX invite_account_id_idx ON invite (account_id);
CREATE INDEX invite_email_idx ON invite (email);
CREATE INDEX invite_mail_due_at_idx ON invite (mail_due_at);
CREATE UNIQUE INDEX invite_pending ON invite (account_id, email) WHERE status = 'pending';

CREATE TABLE mail_day (
  recipient text NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (recipient, day, kind)
);

CREATE TABLE mail_refused (
  recipient text NOT NULL,
  kind text NOT NULL,
  since timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (recipient, kind)
);

-- Seats of an account: its owner has the first, also where nobody owns it yet, and the others follow as they joined.
CREATE VIEW member_seat AS
  SELECT account_id, person_id, role, joined_at,
    CASE role WHEN 'owner' THEN 1
      ELSE 1 + (count(*) FILTER (WHERE role <> 'owner') OVER (PARTITION BY account_id ORDER BY joined_at, person_id))::int
    END AS seat
  FROM member WHERE state = 'active';
