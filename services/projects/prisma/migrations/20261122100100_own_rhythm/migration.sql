-- AlterTable
ALTER TABLE "account" ADD COLUMN     "check_every_days" INTEGER;
