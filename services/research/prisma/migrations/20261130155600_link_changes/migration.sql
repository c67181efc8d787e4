SET LOCAL lock_timeout = '3s';

-- Until when the won and lost links of a site were announced.
CREATE TABLE links.announced (
  site_id text PRIMARY KEY,
  until timestamptz(3) NOT NULL
);
