-- Whether Google may have more queries than were read.
ALTER TABLE "search_reading" ADD COLUMN "is_cut" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "search_reading" ALTER COLUMN "is_cut" DROP DEFAULT;

-- A reading day by day, from as many days before it.
CREATE TABLE "search_day" (
  "reading_id" BIGINT NOT NULL REFERENCES "search_reading"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "day" TEXT NOT NULL,
  "clicks" BIGINT NOT NULL,
  "impressions" BIGINT NOT NULL,
  "ctr" DOUBLE PRECISION NOT NULL,
  "position" DOUBLE PRECISION NOT NULL,
  PRIMARY KEY ("reading_id", "day")
);

-- Its pages; `n` is their order in Google's answer, the most clicked first.
CREATE TABLE "search_page" (
  "reading_id" BIGINT NOT NULL REFERENCES "search_reading"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "n" INTEGER NOT NULL,
  "page" TEXT NOT NULL,
  "clicks" BIGINT NOT NULL,
  -- Of as many days before; null where nobody knows.
  "previous_clicks" BIGINT,
  "impressions" BIGINT NOT NULL,
  "ctr" DOUBLE PRECISION NOT NULL,
  "position" DOUBLE PRECISION NOT NULL,
  PRIMARY KEY ("reading_id", "n")
);

-- What was read before has neither: it is read anew when somebody asks.
DELETE FROM "collects"."subject" WHERE "kind" = 'search_queries';
