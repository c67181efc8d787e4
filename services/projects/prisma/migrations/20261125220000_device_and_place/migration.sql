-- AlterTable
ALTER TABLE "keyword" ADD COLUMN "device" TEXT NOT NULL DEFAULT 'desktop', ADD COLUMN "location" TEXT;
ALTER TABLE "page_target" ADD COLUMN "location" TEXT;

-- What Prisma cannot say: one page, and one live keyword, for each device and place, where no place is one of them.
CREATE UNIQUE INDEX "page_target_searched" ON "page_target" ("identity", "country", "language", "device", "location") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "keyword_live_variant" ON "keyword" ("site_id", "identity", "country", "language", "device", "location")
  NULLS NOT DISTINCT WHERE "deleted_at" IS NULL;
DROP INDEX "page_target_identity_country_language_device_key", "keyword_live_identity";

DROP TRIGGER keyword_updated ON keyword;
CREATE TRIGGER keyword_updated BEFORE INSERT OR UPDATE OF updated_at, phrase, country, language, device, location, frozen,
  last_check_status, last_check_at, last_check_error ON keyword FOR EACH ROW EXECUTE FUNCTION note_update();
