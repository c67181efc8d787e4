-- AlterTable
ALTER TABLE "page_target" ADD COLUMN     "provider_task_at" TIMESTAMPTZ(3),
ADD COLUMN     "provider_task_id" TEXT,
ADD COLUMN     "provider_task_tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "provider_task_usd" DECIMAL(12,6) NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "outbox_delivery_event_id_idx" ON "outbox_delivery"("event_id");

-- CreateIndex
CREATE INDEX "outbox_event_created_at_idx" ON "outbox_event"("created_at");

-- What Prisma cannot say: tombstones by age, what belongs to pages and positions, and the books.

CREATE INDEX "site_tombstone" ON "site" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "keyword_tombstone" ON "keyword" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "tracked_domain_tombstone" ON "tracked_domain" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

-- The questions that stood on the page, kept as long as the addresses.
ALTER TABLE ranks.results_page ADD COLUMN questions text[];

-- Pages come in the order of their time: an index of a few kilobytes finds those of an hour.
CREATE INDEX results_page_fetched_at ON ranks.results_page USING brin (fetched_at) WITH (pages_per_range = 16);

-- What the stored pages of a UTC day cost each account in US dollars; a page's cost is split over the accounts that read it.
-- In parts, so that pages that are stored at the same time do not wait for each other; a reader sums them.
CREATE TABLE ranks.account_spend (
  day date NOT NULL,
  account_id text NOT NULL,
  part smallint NOT NULL,
  usd numeric(14, 6) NOT NULL,
  PRIMARY KEY (day, account_id, part)
);

-- Until when (by the rows' own time) a chore of the upkeep has been done.
CREATE TABLE ranks.chore (name text PRIMARY KEY, done_until timestamptz NOT NULL);
