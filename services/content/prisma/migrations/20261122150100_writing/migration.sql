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
  written_at timestamptz(3),
  UNIQUE (site_id, key, publish_on)
);

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
