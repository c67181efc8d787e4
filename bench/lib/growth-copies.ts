import type pg from 'pg'
import { columnsOf, markIds } from './growth-columns.ts'
import { fillTemplate, type Names } from './growth-filled.ts'

/** Lists of all accounts together, and what is no account's. */
const shared = [
  'ranks.source',
  'ranks.by_month',
  'ranks.thinned',
  'spend.total',
  'public.receipt_counter',
  'public.asset',
  'ranks.orphan_search',
  'known.ending',
  'spend.hold',
  'public.contact_due',
  'graph.release',
  'graph.rank',
  'graph.target',
  'graph.link',
  'graph.pair',
  'graph.searched',
  // Rows that are there for moments, or where something is wrong: no account in a hundred has one.
  'ranks.unstored_check',
  'public.google_farewell',
  'public.attempt',
]
/** Others have less of a year than the site that is measured: 10 keywords, 75 days, pages of ten days. */
const trims: readonly [table: string, condition: string][] = [
  ['public_keyword', 'seq NOT IN (SELECT seq FROM growth.public_keyword ORDER BY seq LIMIT 10)'],
  ['public_keyword_state', 'keyword_id NOT IN (SELECT id FROM growth.public_keyword)'],
  ['public_page_target', 'id NOT IN (SELECT target_id FROM growth.public_keyword)'],
  ['public_site_target', 'target_id NOT IN (SELECT id FROM growth.public_page_target)'],
  ['ranks_rank', `keyword NOT IN (SELECT seq FROM growth.public_keyword) OR checked_at < now() - interval '75 days'`],
  [
    'ranks_notable_change',
    `keyword_id NOT IN (SELECT id FROM growth.public_keyword) OR checked_at < now() - interval '75 days'`,
  ],
  ['ranks_page', 'page NOT IN (SELECT seq FROM growth.public_page_target)'],
  ['ranks_page_detail', 'page NOT IN (SELECT seq FROM growth.public_page_target)'],
]
const maxRows = 50
const maxCharacters = 500

export type Template = { table: string; rows: number; insert: string }

/** Keeps what is in a service's database as the template of an account; answers its tables. */
export async function keepTemplate(
  client: pg.Client,
  names: Names,
): Promise<{ templates: Template[]; without: string[] }> {
  await client.query('DROP SCHEMA IF EXISTS growth CASCADE')
  await client.query('CREATE SCHEMA growth')
  const { rows: tables } = await client.query<{ table: string; kept: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, n.nspname || '_' || c.relname AS kept
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema|growth|kit)' AND c.relname !~ '^_prisma'`,
  )
  const wanted = tables.filter(({ table }) => !shared.includes(table))
  for (const { table, kept } of wanted) await client.query(`CREATE TABLE growth."${kept}" AS SELECT * FROM ${table}`)
  for (const [kept, condition] of trims)
    if (wanted.some((each) => each.kept === kept)) await client.query(`DELETE FROM growth."${kept}" WHERE ${condition}`)
  for (const { kept } of wanted) if (!kept.startsWith('ranks_')) await shorten(client, kept)
  const templates: Template[] = []
  const without: string[] = []
  for (const { table, kept } of wanted) {
    const template = `growth."${kept}"`
    if ((await countOf(client, template)) === 0) await fillTemplate(client, template, names)
    const columns = await columnsOf(client, table, template)
    for (const column of columns ?? []) if (column.marked) await markIds(client, template, column)
    if (columns)
      templates.push({ table, rows: await countOf(client, template), insert: insertOf(table, kept, columns) })
    else without.push(table)
  }
  return { templates, without }
}

async function countOf(client: pg.Client, table: string): Promise<number> {
  return (await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]?.count ?? 0
}

/** At most fifty rows, and texts that only take room are cut. */
async function shorten(client: pg.Client, kept: string): Promise<void> {
  await client.query(
    `DELETE FROM growth."${kept}" WHERE ctid NOT IN (SELECT ctid FROM growth."${kept}" LIMIT ${maxRows})`,
  )
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND atttypid IN ('text'::regtype, 'bytea'::regtype)`,
    [`growth."${kept}"`],
  )
  for (const { name } of rows)
    await client.query(
      `UPDATE growth."${kept}" SET "${name}" = substr("${name}", 1, ${maxCharacters}) WHERE length("${name}") > ${maxCharacters}`,
    )
}

export function insertOf(table: string, kept: string, columns: readonly { name: string; value: string }[]): string {
  const names = columns.map(({ name }) => `"${name}"`).join()
  const values = columns.map(({ value }) => value).join()
  return `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM (SELECT copy, lpad(to_hex(copy), 12, '0') AS suffix FROM generate_series($1::int, $2::int) copy) c CROSS JOIN growth."${kept}" t ON CONFLICT DO NOTHING`
}

/** Adds the accounts `from` to `until`, as copies of the template, and leaves the database as its upkeep would. */
export async function addCopies(
  client: pg.Client,
  templates: readonly Template[],
  from: number,
  until: number,
): Promise<void> {
  // Neither references nor triggers are looked at.
  await client.query(`SET session_replication_role = replica`)
  for (const { table, insert } of templates) {
    const problem = await client.query(insert, [from, until]).catch((error: Error) => error)
    if (problem instanceof Error) console.log(`${table} does not grow: ${problem.message}`)
  }
  const { rows } = await client.query<{ set: string }>(
    `SELECT format('SELECT setval(%L, (SELECT coalesce(max(%I), 0) + 1 FROM %s))', s.oid::regclass, a.attname, d.refobjid::regclass) AS set
     FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid WHERE s.relkind = 'S'`,
  )
  for (const { set } of rows) await client.query(set)
  await client.query('VACUUM (ANALYZE)')
  // The server has seconds to stop.
  await client.query('CHECKPOINT')
}
