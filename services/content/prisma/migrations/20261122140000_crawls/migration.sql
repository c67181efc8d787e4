-- Crawls of sites. What a crawl found is a result of collects; here are its course and the pages that it has read.
CREATE SCHEMA crawl;

-- A crawl lives as long as the subject it collects for: when nobody may read that any more, it goes with it.
CREATE TABLE crawl.run (
  id text PRIMARY KEY,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  site_id text NOT NULL,
  start_url text NOT NULL,
  -- Whoever took the crawl last; anybody else's pages are refused.
  worker uuid NOT NULL,
  page_limit integer NOT NULL,
  pages_done integer NOT NULL DEFAULT 0,
  pages_known integer NOT NULL DEFAULT 0,
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Null while it runs, or while it waits to be taken up again.
  ended_at timestamptz(3),
  is_complete boolean,
  score smallint,
  health smallint,
  errors integer,
  warnings integer,
  notices integer
);
CREATE UNIQUE INDEX run_open ON crawl.run (subject_id) WHERE ended_at IS NULL;
CREATE INDEX run_site ON crawl.run (site_id, started_at DESC);

-- What was read, in order. The addresses that wait follow from it.
CREATE TABLE crawl.page (
  run_id text NOT NULL REFERENCES crawl.run ON DELETE CASCADE,
  n integer NOT NULL,
  facts text NOT NULL,
  PRIMARY KEY (run_id, n)
);

-- Which subject's crawl has a host to itself, for as long as its lease lasts.
CREATE TABLE crawl.host (
  host text PRIMARY KEY,
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE
);
CREATE INDEX host_subject ON crawl.host (subject_id);
