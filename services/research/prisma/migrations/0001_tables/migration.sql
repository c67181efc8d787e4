SET LOCAL lock_timeout = '3s';

-- A provider's figures of a phrase, shared by all sites that track it: only runs read them.
CREATE TABLE keyword_metric (
  -- The identity of the phrase.
  key text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  phrase text NOT NULL,
  figures jsonb NOT NULL,
  source text NOT NULL,
  sandbox boolean NOT NULL,
  collected_at timestamptz(3) NOT NULL,
  PRIMARY KEY (key, country, language)
);

-- Links to sites: what a site disavows, and what it has seen of the pages that link to it.
CREATE SCHEMA links;

CREATE TABLE links.disavowed (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL,
  host text COLLATE "C" NOT NULL,
  added_at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, host)
);

-- Of each site on its own, so that no date tells what another one looked at.
CREATE TABLE links.seen (
  site_id text NOT NULL,
  -- A hash of the two addresses: they can be longer than an index takes.
  link bytea NOT NULL,
  first_seen timestamptz(3) NOT NULL,
  -- Null until its page was looked at.
  checked_at timestamptz(3),
  found_at timestamptz(3),
  lost_at timestamptz(3),
  status smallint,
  title text,
  is_gone boolean,
  anchor text,
  rel text[] NOT NULL DEFAULT '{}',
  dofollow boolean,
  links_on_page integer,
  PRIMARY KEY (site_id, link)
);

-- Until when the won and lost links of a site were announced.
CREATE TABLE links.announced (
  site_id text PRIMARY KEY,
  until timestamptz(3) NOT NULL
);

-- Prompts that are put to AI engines, and what came of it.
CREATE SCHEMA ai;

CREATE TABLE ai.prompt (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL,
  text text NOT NULL,
  source text NOT NULL,
  paused_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (site_id, text)
);

-- One good answer a day, prompt and engine. What failed is a gap.
CREATE TABLE ai.run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  prompt_id text NOT NULL REFERENCES ai.prompt ON DELETE CASCADE,
  engine text NOT NULL,
  day date NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  model text NOT NULL,
  searched boolean NOT NULL,
  input_tokens integer,
  output_tokens integer,
  cost_usd numeric(12, 6),
  sandbox boolean NOT NULL,
  mentioned boolean NOT NULL,
  cited boolean NOT NULL,
  position smallint,
  citation_position smallint,
  rivals_named smallint NOT NULL,
  citations jsonb NOT NULL,
  -- The prompt and the names as they were looked for.
  asked jsonb NOT NULL,
  -- Null after ninety days; the figures stay.
  text text,
  UNIQUE (prompt_id, engine, day)
);
CREATE INDEX run_old_texts ON ai.run (checked_at) WHERE text IS NOT NULL;

-- The last failure since the last good answer.
CREATE TABLE ai.failure (
  prompt_id text NOT NULL REFERENCES ai.prompt ON DELETE CASCADE,
  engine text NOT NULL,
  kind text NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (prompt_id, engine)
);

-- Questions that a site's people do not want to be suggested again as prompts.
CREATE TABLE ai.dismissed_suggestion (
  site_id text NOT NULL,
  -- The question's identity as a phrase.
  question text NOT NULL,
  dismissed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, question)
);

-- Common Crawl's domain graph, as far as it is about sites that are known here.
CREATE SCHEMA graph;

CREATE TABLE graph.release (
  name text PRIMARY KEY,
  vertices text NOT NULL,
  edges text NOT NULL,
  ranks text NOT NULL,
  status text NOT NULL,
  step text,
  -- Part of the step's file that is read, 0 to 1.
  part real,
  links bigint NOT NULL DEFAULT 0,
  -- Links beyond the most that one site keeps.
  dropped bigint NOT NULL DEFAULT 0,
  ranked bigint NOT NULL DEFAULT 0,
  error text,
  -- When its last crawl ended.
  crawled_at timestamptz(3) NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  done_at timestamptz(3)
);

-- Ids of the sites' own vertices, and the pairs of ids that link to them: what one step leaves for the next.
CREATE TABLE graph.target (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  id integer NOT NULL,
  host text NOT NULL,
  PRIMARY KEY (release, id)
);
CREATE TABLE graph.pair (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  from_id integer NOT NULL,
  to_id integer NOT NULL,
  PRIMARY KEY (release, from_id, to_id)
);

CREATE TABLE graph.link (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  host_to text NOT NULL,
  host_from text NOT NULL,
  PRIMARY KEY (release, host_to, host_from)
);
CREATE TABLE graph.rank (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  host text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (release, host)
);

-- The sites that a release was searched for: those that came later are not among its links.
CREATE TABLE graph.searched (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  host text NOT NULL,
  PRIMARY KEY (release, host)
);

-- Phrases that a site could track next: proposed every Monday, and what became of them.
CREATE SCHEMA auto_add;

CREATE TABLE auto_add.policy (
  site_id text PRIMARY KEY,
  mode text NOT NULL,
  per_week smallint NOT NULL,
  -- Null while it is off.
  next_run_at timestamptz(3),
  lease_until timestamptz(3),
  last_run_at timestamptz(3),
  last_proposed integer,
  last_added integer,
  -- The plan's limit left phrases of the last run out.
  last_over_limit boolean NOT NULL DEFAULT false
);
CREATE INDEX policy_next_run ON auto_add.policy (next_run_at);

CREATE TABLE auto_add.proposal (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  site_id text NOT NULL REFERENCES auto_add.policy ON DELETE CASCADE,
  -- The identity of the phrase.
  key text NOT NULL,
  phrase text NOT NULL,
  country text NOT NULL,
  language text NOT NULL,
  volume integer,
  similarity real,
  score smallint NOT NULL,
  evidence jsonb NOT NULL,
  proposed_at timestamptz(3) NOT NULL,
  -- open, adding, added, refused
  state text NOT NULL DEFAULT 'open',
  decided_at timestamptz(3),
  -- The person; null where the rule decided.
  decided_by text,
  UNIQUE (site_id, key)
);
CREATE INDEX proposal_adding ON auto_add.proposal (decided_at) WHERE state = 'adding';
