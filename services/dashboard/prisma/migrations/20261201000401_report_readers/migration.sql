SET LOCAL lock_timeout = '3s';

-- Who was asked whether they want the monthly letters of an account's reports, by the hash of their address, and the answer.
CREATE TABLE "report_reader" (
  "account_id" TEXT NOT NULL,
  "recipient" TEXT NOT NULL,
  "answer" TEXT NOT NULL DEFAULT 'pending',
  "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "report_reader_pkey" PRIMARY KEY ("account_id", "recipient")
);
