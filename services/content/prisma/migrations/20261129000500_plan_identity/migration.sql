-- Outside a transaction
SET lock_timeout = '3s';
DROP INDEX CONCURRENTLY IF EXISTS writing."plan_site_id_key_publish_on_country_language_key";
CREATE UNIQUE INDEX CONCURRENTLY "plan_site_id_key_publish_on_country_language_key" ON writing.plan (site_id, key, publish_on, country, language);
