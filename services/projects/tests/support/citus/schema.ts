import type { ClientBase, Pool } from 'pg'

/** The parts of a distributed table that Citus refuses, each with where Citus says so. */
const rules = {
  // docs.citusdata.com, develop/reference_ddl: "the distribution column must be part of" primary keys and unique constraints.
  'a unique key without the distribution column': `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = $1::regclass AND (i.indisunique OR i.indisexclusion)
      AND NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = $2::text AND a.attnum = ANY (i.indkey))`,
  // develop/reference_ddl, "Table Co-Location": foreign keys only between distributed tables on the column, or to reference tables.
  'a foreign key': `SELECT conname AS name FROM pg_constraint
    WHERE contype = 'f' AND $1::regclass IN (conrelid, confrelid) AND $2::text <> ''`,
  // commands/trigger.c: "triggers are not supported on distributed tables".
  'a trigger': `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal AND $2::text <> ''`,
  // develop/reference_workarounds: "The rule system is not supported".
  'a rule': `SELECT rulename AS name FROM pg_rewrite WHERE ev_class = $1::regclass AND $2::text <> ''`,
  // Numbers that two workers make meet: identity is only for bigint, and a serial belongs to the coordinator.
  'a number that the table makes': `SELECT attname AS name FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = $1::regclass AND $2::text <> ''
      AND (a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%')`,
  // develop/reference_workarounds: "Distributing multi-level partitioned tables is not supported".
  'partitions of partitions': `SELECT c.relname AS name FROM pg_inherits h JOIN pg_class c ON c.oid = h.inhrelid
    WHERE h.inhparent = $1::regclass AND c.relkind = 'p' AND $2::text <> ''`,
  // A row without a value of the distribution column belongs to no shard.
  'a distribution column that is missing or may be null': `SELECT $2::text AS name WHERE NOT EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2::text AND attnotnull AND NOT attisdropped)`,
}

/** The parts of the tables of a database that Citus refuses; its partitions are looked at too, a view has no rows. A sentence each. */
export async function schemaRefusals(pool: Pool | ClientBase, history: ReadonlyMap<string, string>): Promise<string[]> {
  const refusals: string[] = []
  for (const [parent, column] of history) {
    const tables = await pool.query<{ name: string }>(
      `SELECT relid::text AS name FROM pg_partition_tree($1::regclass)
       UNION SELECT $1::regclass::text FROM pg_class WHERE oid = $1::regclass AND relkind <> 'v'`,
      [parent],
    )
    for (const { name: table } of tables.rows) {
      for (const [what, sql] of Object.entries(rules)) {
        const { rows } = await pool.query<{ name: string }>(sql, [table, column])
        refusals.push(...rows.map(({ name }) => `${table} has ${what}: ${name}`))
      }
    }
  }
  return refusals
}

/** Those of the tables that the database has. */
export async function readHistory(pool: Pool, tables: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS t (name) WHERE to_regclass(name) IS NOT NULL',
    [[...tables.keys()]],
  )
  const present = new Set(rows.map(({ name }) => name))
  return new Map([...tables].filter(([name]) => present.has(name)))
}
