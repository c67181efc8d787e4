-- AlterTable
ALTER TABLE "page_target" ADD COLUMN "joined" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "lane" SMALLINT, ADD COLUMN "turn" BIGINT;

-- DropIndex
DROP INDEX "page_target_next_due_at_idx";

-- What Prisma cannot say: due pages get a turn once, and stand in the order of their turns until they were fetched.

CREATE INDEX "page_target_awaited" ON "page_target" ("next_due_at") WHERE "turn" IS NULL OR "joined";
CREATE INDEX "page_target_queue" ON "page_target" ("lane", "turn", "id") WHERE "turn" IS NOT NULL;

-- The last turn that an account was given in a lane. Without a reference: its check would wait for whoever changes the account.
CREATE TABLE ranks.due_turn (
  account_id text NOT NULL,
  lane smallint NOT NULL,
  turn bigint NOT NULL,
  PRIMARY KEY (account_id, lane)
);
CREATE INDEX due_turn_last ON ranks.due_turn (lane, turn);
