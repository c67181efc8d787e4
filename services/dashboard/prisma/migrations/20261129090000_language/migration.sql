SET LOCAL lock_timeout = '3s';

-- AlterTable
ALTER TABLE "person" ADD COLUMN "language" TEXT;
