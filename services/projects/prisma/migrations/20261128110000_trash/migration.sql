SET LOCAL lock_timeout = '3s';

-- AlterTable
ALTER TABLE "keyword" ADD COLUMN "deleted_by" TEXT, ADD COLUMN "in_trash" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "limit_seq" BIGINT;

-- AlterTable
ALTER TABLE "site" ADD COLUMN "deleted_by" TEXT, ADD COLUMN "in_trash" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "limit_seq" BIGINT;
