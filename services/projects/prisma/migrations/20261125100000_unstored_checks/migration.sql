-- What Prisma cannot say: checks that were paid for and whose ranks the database refuses, with their page, until they can be stored.
-- The page is JSON, of which nothing but the form is checked. While a keyword has a row here it reads no other page.
CREATE TABLE ranks.unstored_check (
  keyword_id text PRIMARY KEY REFERENCES keyword (id) ON DELETE CASCADE,
  target_id text NOT NULL,
  page json NOT NULL,
  -- The SQLSTATE, with the table and column or constraint.
  reason text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  checked_at timestamptz(3) NOT NULL,
  retry_at timestamptz(3) NOT NULL
);

-- A deletion, another phrase and another domain end the history that the ranks would belong to.
CREATE FUNCTION ranks.drop_unstored_of_keyword() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ranks.unstored_check WHERE keyword_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION ranks.drop_unstored_of_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM ranks.unstored_check WHERE keyword_id IN (SELECT id FROM keyword WHERE site_id = NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER keyword_drops_unstored AFTER UPDATE OF epoch, deleted_at ON keyword FOR EACH ROW
  WHEN (NEW.epoch <> OLD.epoch OR NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION ranks.drop_unstored_of_keyword();
CREATE TRIGGER site_drops_unstored AFTER UPDATE OF domain_since, deleted_at ON site FOR EACH ROW
  WHEN (NEW.domain_since <> OLD.domain_since OR NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION ranks.drop_unstored_of_site();
