-- Applied by the kit: 0001_facts
-- Checksum: b0734a905bf62a569c034ba7d61d20a0f41e92c0f4321e2bf3860e160fe8d6fd

INSERT INTO facts.event SELECT id, CASE WHEN type LIKE 'site.%' THEN 'site:' || aggregate ELSE aggregate END, version, type, state, created_at FROM outbox_event;
INSERT INTO facts.delivery SELECT id, event_id, consumer, lease_until, tries, next_at, done_at, last_error FROM outbox_delivery;
INSERT INTO facts.inbox SELECT consumer, aggregate, version FROM inbox;
DROP TABLE outbox_delivery, outbox_event, inbox;

-- Services that were disabled until now had no deliveries: what exists today is told to them once.
WITH told AS (
  INSERT INTO facts.event (id, aggregate, version, type, state)
  SELECT gen_random_uuid()::text, 'site:' || id, version, 'site.changed', jsonb_build_object(
    'id', id, 'accountId', account_id, 'domain', domain, 'country', country, 'language', language, 'deletedAt', NULL)
  FROM site WHERE deleted_at IS NULL RETURNING id)
INSERT INTO facts.delivery (event_id, consumer) SELECT id, c FROM told CROSS JOIN unnest('{research.sites,content.sites}'::text[]) c;
