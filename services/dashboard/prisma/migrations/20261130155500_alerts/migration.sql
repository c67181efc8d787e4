SET LOCAL lock_timeout = '3s';

-- The rules of a site as somebody set them: for themselves, or for its channels.
CREATE TABLE "alert_setting" (
    "site_id" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL DEFAULT false,
    "rules" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_setting_pkey" PRIMARY KEY ("site_id", "audience"),
    CONSTRAINT "alert_setting_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "alert_setting_person_id_idx" ON "alert_setting"("person_id");

-- The sites that are watched, and until when their ranks were read.
CREATE TABLE "alert_look" (
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "read_until" TIMESTAMPTZ(3),

    CONSTRAINT "alert_look_pkey" PRIMARY KEY ("site_id")
);
CREATE INDEX "alert_look_due_at_idx" ON "alert_look"("due_at");

CREATE TABLE "alert" (
    "id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "person_id" TEXT,
    "rule" TEXT NOT NULL,
    "threshold" INTEGER,
    "count" INTEGER NOT NULL,
    "items" JSONB NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "waits" BOOLEAN NOT NULL,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "alert_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "alert_site_id_raised_at_idx" ON "alert"("site_id", "raised_at");
CREATE INDEX "alert_person_id_waits_idx" ON "alert"("person_id", "waits");

-- The moments that an audience has been alerted to, or has seen as part of an alert that lasts.
CREATE TABLE "alert_moment" (
    "site_id" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "fact" TEXT NOT NULL,
    "person_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_moment_pkey" PRIMARY KEY ("site_id", "audience", "rule", "subject", "fact"),
    CONSTRAINT "alert_moment_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "alert_moment_person_id_idx" ON "alert_moment"("person_id");
CREATE INDEX "alert_moment_at_idx" ON "alert_moment"("at");

-- When a person's next letter of alerts is due, and the hours in which none is wanted.
CREATE TABLE "alert_reader" (
    "person_id" TEXT NOT NULL,
    "quiet_from" TEXT,
    "quiet_until" TEXT,
    "last_day" TEXT,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_reader_pkey" PRIMARY KEY ("person_id"),
    CONSTRAINT "alert_reader_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "alert_reader_due_at_idx" ON "alert_reader"("due_at");
