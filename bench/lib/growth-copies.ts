import type pg from 'pg'

export type Template = { table: string; insert: string }
/** A column of a table and its value in the copy number `copy` of a template's row `t`; `isOwn` if every copy has another one. */
type Column = { name: string; type: string; value: string; isOwn: boolean; hasIds: boolean }

/** Lists of all accounts together, and what is no account's; then rows that are there for moments, or where something is wrong. */
const shared =
  `ranks.source ranks.by_month ranks.thinned spend.total public.receipt_counter public.asset ranks.orphan_search known.ending
  spend.hold public.contact_due graph.release graph.rank graph.target graph.link graph.pair graph.searched
  ranks.unstored_check public.google_farewell public.attempt`.split(/\s+/)
/** Others have less of a year than the site that is measured: 10 keywords, 75 days, pages of ten days. */
const isOlder = `checked_at < now() - interval '75 days'`
const trims: readonly [table: string, condition: string][] = [
  ['public_keyword', 'seq NOT IN (SELECT seq FROM growth.public_keyword ORDER BY seq LIMIT 10)'],
  ['public_keyword_state', 'keyword_id NOT IN (SELECT id FROM growth.public_keyword)'],
  ['public_page_target', 'id NOT IN (SELECT target_id FROM growth.public_keyword)'],
  ['public_site_target', 'target_id NOT IN (SELECT id FROM growth.public_page_target)'],
  ['ranks_rank', `keyword NOT IN (SELECT seq FROM growth.public_keyword) OR ${isOlder}`],
  ['ranks_notable_change', `keyword_id NOT IN (SELECT id FROM growth.public_keyword) OR ${isOlder}`],
  ['ranks_page', 'page NOT IN (SELECT seq FROM growth.public_page_target)'],
  ['ranks_page_detail', 'page NOT IN (SELECT seq FROM growth.public_page_target)'],
]
const maxRows = 50
const maxCharacters = 500
const uuid = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}'
/** The end of each id in a template: found faster than an id is. */
const mark = '@#'
/** Numbers of a template are below it, so that those of two copies never meet. */
const stride = 10_000
/** Numbers that name a row of another table. */
const numberNames = /(^|_)(seq|keyword|domain|page|reading_id|subject_id|result_id)$/
const dueNames = /(^|_)(due_at|next_at|poll_at|retry_at|next_run_at)$/
/** The columns of a unique index in the order in which one is changed, where none has an id. */
const keyNames =
  'key identity email token token_hash hash family path recipient bucket who signature number host network id'.split(
    ' ',
  )

/** Keeps what is in a service's database as the template of an account; answers its tables. */
export async function keepTemplate(client: pg.Client): Promise<Template[]> {
  await client.query('CREATE SCHEMA growth')
  const { rows } = await client.query<{ table: string; kept: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, n.nspname || '_' || c.relname AS kept
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema|growth|kit)' AND c.relname !~ '^_prisma'`,
  )
  const wanted = rows.filter(({ table }) => !shared.includes(table))
  for (const { table, kept } of wanted) await client.query(`CREATE TABLE growth."${kept}" AS SELECT * FROM ${table}`)
  for (const [kept, condition] of trims)
    if (wanted.some((each) => each.kept === kept)) await client.query(`DELETE FROM growth."${kept}" WHERE ${condition}`)
  const templates: Template[] = []
  for (const { table, kept } of wanted) {
    const template = `growth."${kept}"`
    if (!kept.startsWith('ranks_'))
      await client.query(`DELETE FROM ${template} WHERE ctid NOT IN (SELECT ctid FROM ${template} LIMIT ${maxRows})`)
    const columns = await columnsOf(client, table, template)
    for (const { name, type, hasIds } of columns) {
      const marked = `regexp_replace("${name}"::text, '${uuid}', '\\1${mark}', 'g')`
      if (hasIds) await client.query(`ALTER TABLE ${template} ALTER "${name}" TYPE text USING ${marked}`)
      else if (['text', 'bytea'].includes(type) && !kept.startsWith('ranks_'))
        await client.query(`UPDATE ${template} SET "${name}" = substr("${name}", 1, ${maxCharacters})`)
    }
    if (columns.some(({ isOwn }) => isOwn)) templates.push({ table, insert: insertOf(table, template, columns) })
  }
  return templates
}

/** The columns of a table; none of them is a copy's own where nothing would keep the copies of a row apart. */
async function columnsOf(client: pg.Client, table: string, template: string): Promise<Column[]> {
  const { rows } = await client.query<{ name: string; type: string; isNumbered: boolean }>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
       a.attidentity <> '' OR coalesce(pg_get_expr(d.adbin, d.adrelid), '') LIKE 'nextval%' AS "isNumbered"
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    [table],
  )
  const tests = rows.map(({ name }) => `bool_or("${name}"::text ~ '${uuid}') AS "${name}"`)
  const { rows: found } = await client.query<Record<string, boolean>>(`SELECT ${tests.join()} FROM ${template}`)
  const columns = rows.map(({ name, type, isNumbered }): Column => {
    const value = `t."${name}"`
    const isNumber = ['bigint', 'integer'].includes(type) && (isNumbered || numberNames.test(name))
    const hasIds = ['text', 'text[]', 'jsonb', 'json', 'uuid'].includes(type) && found[0]?.[name] === true
    const column = { name, type, isOwn: isNumber || hasIds, hasIds }
    if (isNumber) return { ...column, value: `${value} + copy * ${stride}` }
    if (hasIds) return { ...column, value: `replace(${value}, '${mark}', suffix)::${type}` }
    // Nothing of others is due: a head is measured that finds none of theirs.
    const isDue = dueNames.test(name) && type.startsWith('timestamp')
    return { ...column, value: isDue ? `${value} - ${value} + now() + (6 + random() * 24) * interval '1 hour'` : value }
  })
  // The columns of each unique index, those of its expressions too.
  const { rows: indexes } = await client.query<{ names: string[] }>(
    `SELECT (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
       AND pg_get_indexdef(i.indexrelid) ~ ('[( "]' || a.attname || '[), "]')) AS names
     FROM pg_index i WHERE i.indrelid = $1::regclass AND i.indisunique`,
    [table],
  )
  for (const { names } of indexes) {
    const parts = columns.filter(({ name }) => names.includes(name))
    if (parts.some(({ isOwn }) => isOwn)) continue
    const key = keyNames.find((name) => names.includes(name))
    const column = parts.find(({ name }) => name === key)
    if (!column) return []
    const { type, value } = column
    column.value = type === 'bytea' ? `sha256(${value} || copy::text::bytea)` : `${value} || '~' || copy`
    if (type === 'integer') column.value = `${value} + copy * ${stride}`
    column.isOwn = true
  }
  return columns
}

function insertOf(table: string, template: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => `"${name}"`).join()
  const values = columns.map(({ value }) => value).join()
  return `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM (SELECT copy, lpad(to_hex(copy), 12, '0') AS suffix FROM generate_series($1::int, $2::int) copy) c CROSS JOIN ${template} t ON CONFLICT DO NOTHING`
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
  for (const { table, insert } of templates)
    await client.query(insert, [from, until]).then(
      ({ rowCount }) => rowCount === 0 && console.log(`${table} does not grow: the account has no row in it`),
      (error: Error) => console.log(`${table} does not grow: ${error.message}`),
    )
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
