-- A crawl that others wait for goes on in a later run: how long it was crawled, and what it has learned beside its pages.
ALTER TABLE crawl.run ADD COLUMN spent_ms integer NOT NULL DEFAULT 0;
ALTER TABLE crawl.run ADD COLUMN kept text;
-- When the next crawl of the host may ask it, after a pause.
ALTER TABLE crawl.host ADD COLUMN rest_until timestamptz NOT NULL DEFAULT '-infinity';
