SET LOCAL lock_timeout = '3s';
-- A deleted site that can still be restored: its row and its data stay as they are. Without it, deleted_at is the end.
ALTER TABLE known.site ADD COLUMN in_trash boolean NOT NULL DEFAULT false;
