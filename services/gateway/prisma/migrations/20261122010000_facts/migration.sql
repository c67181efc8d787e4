-- Applied by the kit: 0001_facts
-- Checksum: a1e96dada1d1819720955dd21c786d6c2401d575665d2fbbc5563a75e095cad1

INSERT INTO facts.event SELECT id, aggregate, version, type, state, created_at FROM outbox_event;
INSERT INTO facts.delivery SELECT id, event_id, consumer, lease_until, tries, next_at, done_at, last_error FROM outbox_delivery;
INSERT INTO facts.inbox SELECT consumer, aggregate, version FROM inbox;
DROP TABLE outbox_delivery, outbox_event, inbox;

-- Services that were disabled until now had no deliveries: what exists today is told to them once.
WITH told AS (
  INSERT INTO facts.event (id, aggregate, version, type, state)
  SELECT gen_random_uuid()::text, 'account:' || id, version, 'account.changed', jsonb_build_object('id', id, 'plan', plan, 'status', status)
  FROM account RETURNING id)
INSERT INTO facts.delivery (event_id, consumer) SELECT id, c FROM told CROSS JOIN unnest('{research.accounts,content.accounts}'::text[]) c;

-- Makes the notices of a revocation and its audit entry part of the revoking transaction.
CREATE OR REPLACE FUNCTION note_revocation(key text, revoked_at timestamptz, notice_consumers text[]) RETURNS void LANGUAGE sql VOLATILE AS $$
  WITH revoked AS (
    SELECT k.*, a.email FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = key
  ), event AS (
    INSERT INTO facts.event (id, aggregate, version, type, state)
    SELECT gen_random_uuid()::text, 'key:' || r.id, 1, 'key.revoked', jsonb_build_object(
      'keyId', r.id, 'name', r.name, 'start', r.start, 'accountId', r.account_id, 'ownerEmail', r.email, 'strikes', r.strikes,
      'revokedAt', to_char(note_revocation.revoked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    FROM revoked r RETURNING id
  ), delivery AS (
    INSERT INTO facts.delivery (event_id, consumer)
    SELECT e.id, c FROM event e CROSS JOIN unnest(notice_consumers) AS c
  ), entry AS (
    INSERT INTO audit_entry (action, account_id, key_id, actor, detail)
    SELECT 'key.revoked', r.account_id, r.id, 'gateway', jsonb_build_object('reason', 'strikes', 'start', r.start) FROM revoked r
  )
  SELECT pg_notify('facts', '')
$$;
