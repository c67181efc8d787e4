-- AlterTable
ALTER TABLE "keyword" ADD COLUMN     "due_at" TIMESTAMPTZ(3);

-- What Prisma cannot say: until its next check a keyword is due with its page.
UPDATE keyword k SET due_at = t.next_due_at FROM page_target t WHERE t.id = k.target_id AND k.deleted_at IS NULL;
