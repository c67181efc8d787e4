import type pg from 'pg'

/** A column of a table that is copied: `value` is what the copy number `copy` of a template's row has in it; `marked` has ids to be marked. */
export type Column = { name: string; value: string; isOwn: boolean; marked: boolean }

type Row = { name: string; type: string; isNumbered: boolean }

const uuidHead = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-'
const uuidTail = '[0-9a-f]{12}'
/** The end of each id in a template: found faster than an id is. */
const mark = '@#'
/** Numbers of a template are below it, so that those of two copies never meet. */
const stride = 10_000
/** Numbers that name a row of another table. */
const numberNames = /(^|_)(seq|keyword|domain|page|reading_id|subject_id|result_id)$/
const dueNames = /(^|_)(due_at|next_at|poll_at|retry_at|next_run_at)$/
/** The columns of a unique index in the order in which one is changed, where none has an id. */
const keyNames = ['key', 'identity', 'email', 'token', 'token_hash', 'hash', 'family', 'path', 'recipient', 'bucket']
const moreKeyNames = [...keyNames, 'who', 'signature', 'number', 'host', 'network', 'id']

/** The columns of a template's table; null where nothing would keep the copies of a row apart. */
export async function columnsOf(client: pg.Client, table: string, template: string): Promise<Column[] | null> {
  const { rows } = await client.query<Row>(
    `SELECT a.attname AS name, format_type(a.atttypid, NULL) AS type,
       a.attidentity <> '' OR coalesce(pg_get_expr(d.adbin, d.adrelid), '') LIKE 'nextval%' AS "isNumbered"
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    [table],
  )
  const withIds = await idColumns(client, template, rows)
  const columns = rows.map((row) => columnOf(row, withIds.has(row.name)))
  for (const names of await uniqueColumns(client, table)) {
    const parts = columns.filter(({ name }) => names.includes(name))
    if (parts.some(({ isOwn }) => isOwn)) continue
    const key = moreKeyNames.find((name) => names.includes(name))
    const column = parts.find(({ name }) => name === key)
    if (!column) return null
    const type = rows.find(({ name }) => name === key)?.type
    column.value = type === 'bytea' ? `sha256(${column.value} || copy::text::bytea)` : `${column.value} || '~' || copy`
    if (type === 'integer') column.value = `t."${key}" + copy * ${stride}`
    column.isOwn = true
  }
  return columns.some(({ isOwn }) => isOwn) ? columns : null
}

/** The columns of each unique index, those of its expressions too. */
async function uniqueColumns(client: pg.Client, table: string): Promise<string[][]> {
  const { rows } = await client.query<{ names: string[] }>(
    `SELECT (SELECT array_agg(a.attname::text) FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attnum > 0
       AND pg_get_indexdef(i.indexrelid) ~ ('[( "]' || a.attname || '[), "]')) AS names
     FROM pg_index i WHERE i.indrelid = $1::regclass AND i.indisunique`,
    [table],
  )
  return rows.map(({ names }) => names)
}

/** The columns of a template with the id of anything in one of their values. */
async function idColumns(client: pg.Client, template: string, rows: readonly Row[]): Promise<ReadonlySet<string>> {
  const texts = rows.filter(({ type }) => ['text', 'text[]', 'jsonb', 'json', 'uuid'].includes(type))
  if (texts.length === 0) return new Set()
  const tests = texts.map(({ name }) => `bool_or("${name}"::text ~ '${uuidHead}${uuidTail}') AS "${name}"`)
  const { rows: found } = await client.query<Record<string, boolean | null>>(`SELECT ${tests} FROM ${template}`)
  return new Set(texts.flatMap(({ name }) => (found[0]?.[name] ? [name] : [])))
}

function columnOf({ name, type, isNumbered }: Row, hasIds: boolean): Column {
  const column = `t."${name}"`
  const isNumber = ['bigint', 'integer'].includes(type) && (isNumbered || numberNames.test(name))
  if (isNumber) return { name, value: `${column} + copy * ${stride}`, isOwn: true, marked: false }
  if (hasIds) {
    return { name, value: `replace(${column}, '${mark}', suffix)::${type}`, isOwn: true, marked: true }
  }
  // Nothing of others is due: a head is measured that finds none of theirs.
  if (dueNames.test(name) && type.startsWith('timestamp'))
    return {
      name,
      value: `${column} - ${column} + now() + (6 + random() * 24) * interval '1 hour'`,
      isOwn: false,
      marked: false,
    }
  return { name, value: column, isOwn: false, marked: false }
}

/** Marks the ids in a column of a template, which is text from then on. */
export async function markIds(client: pg.Client, template: string, { name }: Column): Promise<void> {
  const marked = `regexp_replace("${name}"::text, '(${uuidHead})${uuidTail}', '\\1${mark}', 'g')`
  await client.query(`ALTER TABLE ${template} ALTER COLUMN "${name}" TYPE text USING ${marked}`)
}
