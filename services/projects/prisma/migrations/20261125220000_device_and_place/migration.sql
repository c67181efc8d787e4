-- AlterTable
ALTER TABLE "keyword" ADD COLUMN "device" TEXT NOT NULL DEFAULT 'desktop', ADD COLUMN "location" TEXT;
ALTER TABLE "page_target" ADD COLUMN "location" TEXT;

-- What Prisma cannot say: one page, and one live keyword, for each device and place, where no place is one of them. What is searched as
-- 16 bytes: each check writes the index of pages.
CREATE FUNCTION ranks.search_key(identity text, country text, language text, device text, location text) RETURNS uuid
IMMUTABLE PARALLEL SAFE LANGUAGE sql AS $$
  SELECT md5(identity || E'\n' || country || E'\n' || language || E'\n' || device || E'\n' || coalesce(location, ''))::uuid
$$;
CREATE UNIQUE INDEX "page_target_searched" ON "page_target" (ranks.search_key("identity", "country", "language", "device", "location"));
CREATE UNIQUE INDEX "keyword_live_variant" ON "keyword" ("site_id", "identity", "country", "language", "device", "location")
  NULLS NOT DISTINCT WHERE "deleted_at" IS NULL;
DROP INDEX "page_target_identity_country_language_device_key", "keyword_live_identity";

DROP TRIGGER keyword_updated ON keyword;
CREATE TRIGGER keyword_updated BEFORE INSERT OR UPDATE OF updated_at, phrase, country, language, device, location, frozen,
  last_check_status, last_check_at, last_check_error ON keyword FOR EACH ROW EXECUTE FUNCTION note_update();
