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

-- The last failure since the last good answer.
CREATE TABLE ai.failure (
  prompt_id text NOT NULL REFERENCES ai.prompt ON DELETE CASCADE,
  engine text NOT NULL,
  kind text NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (prompt_id, engine)
);
