-- The release before finds its plans by this key. A plan has country and language in its identity now.
SET LOCAL lock_timeout = '3s';
ALTER TABLE writing.plan DROP CONSTRAINT plan_site_id_key_publish_on_key;
