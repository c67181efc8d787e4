SET LOCAL lock_timeout = '3s';

-- The time zone of a person's browser, an IANA name.
ALTER TABLE "person" ADD COLUMN "time_zone" TEXT;
