SET LOCAL lock_timeout = '3s';

-- What is known of the blocks of a results page, as bits (rank-checks/rules/blocks.ts): of the site's own rank, null where nothing is.
ALTER TABLE "keyword_state" ADD COLUMN "blocks" INTEGER;

-- What Prisma cannot say: the same in history.
ALTER TABLE ranks.rank ADD COLUMN blocks integer;
