-- What was read in the search console: of a property, over so many days.
CREATE TABLE "search_reading" (
  "id" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "site_id" TEXT NOT NULL REFERENCES "site"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "property" TEXT NOT NULL,
  "days" INTEGER NOT NULL,
  "start_date" TEXT NOT NULL,
  "end_date" TEXT NOT NULL,
  "clicks" BIGINT NOT NULL,
  "impressions" BIGINT NOT NULL,
  "sandbox" BOOLEAN NOT NULL,
  "read_at" TIMESTAMPTZ(3) NOT NULL,
  UNIQUE ("site_id", "property", "days")
);

-- Its queries; `n` is their order in Google's answer, the most clicked first.
CREATE TABLE "search_query" (
  "reading_id" BIGINT NOT NULL REFERENCES "search_reading"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "n" INTEGER NOT NULL,
  "query" TEXT NOT NULL,
  -- What is the same phrase, whatever the spelling, as keywords have it.
  "identity" TEXT NOT NULL,
  "clicks" INTEGER NOT NULL,
  "impressions" INTEGER NOT NULL,
  "ctr" DOUBLE PRECISION NOT NULL,
  "position" DOUBLE PRECISION NOT NULL,
  PRIMARY KEY ("reading_id", "n")
);
