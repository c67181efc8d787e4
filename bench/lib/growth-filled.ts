import type pg from 'pg'

/** Whose rows they are. */
export type Names = { accountId: string; siteId: string; email: string }

const rows = 5

/** Gives an empty template some rows, of which only their owner and their number mean something; nothing in them is due. */
export async function fillTemplate(client: pg.Client, template: string, names: Names): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0`,
    [template],
  )
  const values = columns.map(({ name, type }) => `(${filledValue(name, type, names)})::${type}`)
  await client.query(`INSERT INTO ${template} SELECT ${values.join()} FROM generate_series(1, ${rows}) g`)
}

function filledValue(name: string, type: string, { accountId, siteId, email }: Names): string {
  if (/^(account_id|account|payer)$/.test(name)) return `'${accountId}'`
  if (name === 'site_id') return `'${siteId}'`
  if (name === 'scope') return `'s:${siteId}'`
  if (name === 'person_id') return `'${accountId}'`
  if (/(^|_)email$|recipient/.test(name) && type === 'text') return `'${email}'`
  if (/(^|_)id$/.test(name) && type === 'text') return 'gen_random_uuid()'
  if (/(^|_)(due_at|next_at|poll_at|retry_at|next_run_at|expires_at|ends_at)$/.test(name))
    return `now() + interval '1 day'`
  // Work under way would be finished.
  if (name === 'lease_until') return 'NULL'
  return valueOfType(type)
}

function valueOfType(type: string): string {
  switch (type) {
    case 'bytea':
      return 'sha256(random()::text::bytea)'
    case 'uuid':
      return 'gen_random_uuid()'
    case 'boolean':
      return 'false'
    case 'json':
    case 'jsonb':
      return `'{}'`
    case 'date':
      return 'current_date'
    case 'timestamp with time zone':
      return 'now()'
    case 'text':
      return `'growth ' || g`
    default:
      return type.endsWith('[]') ? `'{}'` : 'g'
  }
}
