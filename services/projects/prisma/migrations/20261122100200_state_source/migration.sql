-- AlterTable
ALTER TABLE "keyword_state" ADD COLUMN     "sandbox" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "source" TEXT;

-- What Prisma cannot say: where the latest ranks came from stands in the history.
UPDATE keyword_state s SET source = p.source, sandbox = p.sandbox
FROM keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch
WHERE k.id = s.keyword_id AND p.domain_id = s.domain_id AND p.checked_at = s.checked_at;
