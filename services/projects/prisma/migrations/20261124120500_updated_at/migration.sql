-- AlterTable
ALTER TABLE "site" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "keyword" ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- What Prisma cannot say: the time at which what a list shows of a row was last written.

-- The transaction takes its id before the time: see src/data/horizon.ts.
CREATE FUNCTION note_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE TRIGGER site_updated BEFORE INSERT OR UPDATE OF updated_at, account_id, name, domain, tags, description, country, language,
  auto_add_preference, checks_paused_at, frozen ON site FOR EACH ROW EXECUTE FUNCTION note_update();
CREATE TRIGGER keyword_updated BEFORE INSERT OR UPDATE OF updated_at, phrase, country, language, frozen,
  last_check_status, last_check_at, last_check_error ON keyword FOR EACH ROW EXECUTE FUNCTION note_update();
