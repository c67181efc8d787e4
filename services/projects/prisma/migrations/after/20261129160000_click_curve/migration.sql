-- Days that were kept have the clicks of another curve: they are counted anew when they are read. Courses hold nothing of their own.
SET LOCAL lock_timeout = '3s';
DELETE FROM ranks.course;
