SET LOCAL lock_timeout = '3s';

-- What of the last believed page the next one is compared with, how many of its first ten hosts usually stay, and pages that wait
-- for a second one that agrees.
ALTER TABLE page_target
  ADD COLUMN top_hosts integer[],
  ADD COLUMN top_count integer,
  ADD COLUMN top_depth integer,
  ADD COLUMN usual_overlap real,
  ADD COLUMN doubt jsonb;
