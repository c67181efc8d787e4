-- Facts of sites have the name and the time of creation from now on; those that wait for a service get them too.
UPDATE facts.event e SET state = e.state || jsonb_build_object(
  'name', coalesce(s.name, e.state ->> 'domain'),
  'createdAt', to_char(coalesce(s.created_at, e.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
FROM facts.event told LEFT JOIN site s ON s.id = told.state ->> 'id'
WHERE told.id = e.id AND e.type IN ('site.changed', 'site.deleted') AND NOT e.state ? 'createdAt';
