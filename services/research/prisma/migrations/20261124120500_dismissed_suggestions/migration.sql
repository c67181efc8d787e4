-- Questions that a site's people do not want to be suggested again as prompts.
CREATE TABLE ai.dismissed_suggestion (
  site_id text NOT NULL,
  -- The question's identity as a phrase.
  question text NOT NULL,
  dismissed_at timestamptz(3) NOT NULL,
  PRIMARY KEY (site_id, question)
);
