-- How many phrases count on each day of a course. A day without it is counted anew when it is read.
SET LOCAL lock_timeout = '3s';

ALTER TABLE ranks.course ADD COLUMN phrases integer[] NOT NULL DEFAULT '{}';
