SET LOCAL lock_timeout = '3s';

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
  notices integer,
  -- A crawl that others wait for goes on in a later run: how long it was crawled, and what it has learned beside its pages.
  spent_ms integer NOT NULL DEFAULT 0,
  kept text
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
  subject_id bigint NOT NULL REFERENCES collects.subject ON DELETE CASCADE,
  -- When the next crawl of the host may ask it, after a pause.
  rest_until timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX host_subject ON crawl.host (subject_id);

-- Plans and articles. The subject that one is written under says whether it is queued, being written or has failed.
CREATE SCHEMA writing;

CREATE TABLE writing.plan (
  id text PRIMARY KEY,
  -- The order of arrival.
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL,
  -- The identity of the topic, whatever its spelling.
  key text NOT NULL,
  -- YYYY-MM
  publish_on text NOT NULL,
  q text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  context text,
  title text,
  -- A list of {heading, level, points}.
  outline text NOT NULL DEFAULT '[]',
  keywords text[] NOT NULL DEFAULT '{}',
  questions text[] NOT NULL DEFAULT '{}',
  -- llm:<model>, or offline-outline.
  generator text,
  -- A hash of what the writer was told.
  prompt_hash text,
  sandbox boolean NOT NULL DEFAULT false,
  cost_usd numeric(12, 6),
  -- Beside an outline: why the writer's answer is not what is shown.
  error text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  written_at timestamptz(3)
);
CREATE UNIQUE INDEX plan_site_id_key_publish_on_country_language_key ON writing.plan (site_id, key, publish_on, country, language);

CREATE TABLE writing.article (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL,
  key text NOT NULL,
  keyword text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  title text,
  meta_description text,
  markdown text,
  word_count integer,
  generator text,
  prompt_hash text,
  sandbox boolean NOT NULL DEFAULT false,
  cost_usd numeric(12, 6),
  error text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  written_at timestamptz(3),
  UNIQUE (site_id, key, country, language)
);

-- How many plans and articles an account has begun in a UTC month (YYYY-MM). Deleting one gives nothing back: it was paid for.
CREATE TABLE writing.month (
  account_id text NOT NULL,
  month text NOT NULL,
  used integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, month)
);
