SET LOCAL lock_timeout = '3s';

-- When the people who want a weekly letter are due, and the Monday of their last one.
CREATE TABLE "weekly_reader" (
    "person_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "last_week" TEXT,

    CONSTRAINT "weekly_reader_pkey" PRIMARY KEY ("person_id"),
    CONSTRAINT "weekly_reader_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "weekly_reader_due_at_idx" ON "weekly_reader"("due_at");
