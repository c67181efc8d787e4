import { once } from 'node:events'
import { globSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DatabaseService } from '@rts/shared/contract/services'
import { type Column, typeNames } from '@rts/shared/sql/column'
import type { Connection, FieldDef, Pool, PoolClient, Submittable } from 'pg'

const root = path.resolve(import.meta.dirname, '../../../..')

/** A column of a prepared statement, as Postgres answers it; `allowsNull` is of its table, false for an expression. */
type Answered = { type: string; allowsNull: boolean }

/** A statement's declaration, from another thread. */
type Declared = {
  text: string
  name?: string | undefined
  columns: Record<string, Pick<Column<unknown>, 'type' | 'nulls'>>
}

/**
 * Prepares every statement that the `.sql.ts` files of a service declare, or all of the kit, and compares the columns that Postgres
 * would answer with theirs. Answers the differences by statement. That an expression is not null is for other tests.
 */
export async function statementDifferences(
  owner: DatabaseService | 'kit',
  pool: Pool,
): Promise<Record<string, string[]>> {
  const statements = await declaredStatements(owner)
  const found: Record<string, string[]> = {}
  for (const statement of statements) {
    const differences = await differencesOf(pool, statement)
    if (differences.length > 0) found[statement.text] = differences
  }
  return found
}

/** Every statement that the `.sql.ts` files of a service declare, or all of the kit. */
export async function declaredStatements(owner: DatabaseService | 'kit'): Promise<readonly Declared[]> {
  const files =
    owner === 'kit' ? 'packages/shared/src/{facts,collects,spend,service}/*.ts' : `services/${owner}/src/**/*.sql.ts`
  const workerData = globSync(files, { cwd: root, exclude: ['**/*.test.ts'] }).map((file) => path.join(root, file))
  const worker = new Worker(path.join(import.meta.dirname, 'statement-worker.ts'), { workerData })
  const [statements]: Declared[][] = await once(worker, 'message')
  if (!statements?.length) throw new Error(`no statement in ${files}`)
  return statements
}

/** The differences of one statement, a sentence each. */
export async function differencesOf(pool: Pool, statement: Declared): Promise<string[]> {
  const client = await pool.connect()
  try {
    const answered = await describe(client, statement.text)
    return compare(statement, answered)
  } catch (error) {
    return [`Postgres refuses it: ${error instanceof Error ? error.message : error}`]
  } finally {
    client.release()
  }
}

function compare({ columns }: Declared, answered: ReadonlyMap<string, Answered>): string[] {
  const missing = Object.keys(columns).filter((field) => !answered.has(field))
  const differences = missing.map((field) => `${field} is declared and not answered`)
  for (const [field, { type, allowsNull }] of answered) {
    const column = columns[field]
    // A function that answers nothing has a column of this type.
    if (column === undefined && type === 'void') continue
    if (column === undefined) differences.push(`${field} is answered and not declared`)
    else if (!typeNames[column.type].includes(type)) differences.push(`${field} is ${type}, declared ${column.type}`)
    else if (allowsNull && column.nulls === 'none') differences.push(`${field} may be null, declared without`)
    else if (!allowsNull && column.nulls === 'filled') differences.push(`${field} is never null: "filled" says nothing`)
  }
  return differences
}

async function describe(client: PoolClient, text: string): Promise<Map<string, Answered>> {
  const fields = await new Promise<FieldDef[]>((resolve, reject) => {
    client.query(new Describe(text, resolve, reject))
  })
  const found = await client.query<Answered & { n: number }>(
    `SELECT f.n, t.typname AS type, a.attnotnull IS FALSE AS "allowsNull"
     FROM unnest($1::oid[], $2::oid[], $3::int[]) WITH ORDINALITY AS f (type_id, table_id, column_id, n)
     JOIN pg_type t ON t.oid = f.type_id
     LEFT JOIN pg_attribute a ON a.attrelid = f.table_id AND a.attnum = f.column_id AND a.attnum > 0
     ORDER BY f.n`,
    [fields.map((f) => f.dataTypeID), fields.map((f) => f.tableID), fields.map((f) => f.columnID)],
  )
  return new Map(found.rows.map(({ type, allowsNull }, n) => [fields[n]?.name ?? '', { type, allowsNull }]))
}

/** Parses a statement without a name and asks for its columns; nothing is executed. */
class Describe implements Submittable {
  readonly #text: string
  readonly #resolve: (fields: FieldDef[]) => void
  readonly #reject: (error: Error) => void
  #fields: FieldDef[] = []

  constructor(text: string, resolve: (fields: FieldDef[]) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#fields)
  }
}
