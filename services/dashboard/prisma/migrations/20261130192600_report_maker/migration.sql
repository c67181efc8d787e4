SET LOCAL lock_timeout = '3s';

-- Who saved a report last: its link ends with that person. Reports of before belong to no person.
ALTER TABLE "report" ADD COLUMN "person_id" TEXT;
