-- AlterTable
ALTER TABLE "page_target" ADD COLUMN     "lease" TEXT;
