-- A mail address is a contact and no identity: an account may be given to somebody who has one.
DROP INDEX "account_email_key";
CREATE INDEX "account_email_idx" ON "account"("email");
UPDATE "account" SET "email" = 'closed-' || "id" || '@closed.invalid' WHERE "status" = 'closed';

-- Who asked for the claim that is under way: it may be finished without its caller.
ALTER TABLE "guest" ADD COLUMN "claim_actor" TEXT;

-- The log is read by account, the newest first.
DROP INDEX "audit_entry_account_id_at_idx";
CREATE INDEX "audit_entry_account_id_id_idx" ON "audit_entry"("account_id", "id");
