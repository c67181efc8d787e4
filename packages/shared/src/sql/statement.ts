import { AppError } from '../errors.ts'
import type { Database, Transaction } from '../service/transaction.ts'
import type { Sentence } from '../texts/sentence.ts'
import { inSpan } from '../traces/spans.ts'
import { type Columns, type RowOf, text } from './column.ts'

type Values = readonly unknown[]

export class Statement<Row extends object = never> {
  readonly text: string
  readonly columns: Columns
  /** A connection plans a statement with a name once, for all values. */
  readonly name: string | undefined

  constructor(text: string, columns: Columns, name: string | undefined) {
    this.text = text
    this.columns = columns
    this.name = name
  }

  async rows(db: Database | Transaction, values: Values = []): Promise<Row[]> {
    return (await this.#inSpan(() => db.query<Row & object>(this.#query(values)))).rows
  }

  async first(db: Database | Transaction, values: Values = []): Promise<Row | undefined> {
    return (await this.rows(db, values))[0]
  }

  /** Throws without a row: `not_found` with the text `refusal`, or a fault of ours. */
  async require(db: Database | Transaction, values: Values = [], refusal?: string | Sentence): Promise<Row> {
    const row = await this.first(db, values)
    if (row !== undefined) return row
    throw refusal === undefined ? new Error(`No row: ${this.text}`) : new AppError('not_found', refusal)
  }

  /** The rows as arrays of all `fields` in order: less work for many short rows. */
  async arrays<const F extends readonly (keyof Row & string)[]>(
    db: Database | Transaction,
    fields: F,
    values: Values = [],
  ): Promise<{ [I in keyof F]: Row[F[I]] }[]> {
    type Values = { [I in keyof F]: Row[F[I]] }
    const query = { ...this.#query(values), rowMode: 'array' } as const
    const found = await this.#inSpan(() => db.query<Values & unknown[]>(query))
    if (found.fields.some(({ name }, i) => name !== fields[i])) throw new Error(`not in the order of ${fields}`)
    return found.rows
  }

  /** Answers how many rows it changed. After `patienceMs` it throws. */
  async run(db: Database | Transaction, values: Values = [], patienceMs?: number): Promise<number> {
    const query = { ...this.#query(values), ...(patienceMs !== undefined && { query_timeout: patienceMs }) }
    return (await this.#inSpan(() => db.query(query))).rowCount ?? 0
  }

  /** Its text is ours: what customers give is in its values. */
  #inSpan<T>(ask: () => Promise<T>): Promise<T> {
    return inSpan('database', { kind: 'client', attributes: { 'db.query.text': this.text } }, ask)
  }

  #query(values: Values) {
    return { text: this.text, values: [...values], ...(this.name !== undefined && { name: this.name }) }
  }
}

const loaded = new Set<Statement>()

export function statement(text: string, name?: string): Statement {
  return register(new Statement<never>(text, {}, name))
}

export function query<const C extends Columns>(columns: C, text: string, name?: string): Statement<RowOf<C>> {
  return register(new Statement<RowOf<C>>(text, columns, name))
}

function register<S extends Statement<object>>(made: S): S {
  loaded.add(made as unknown as Statement)
  return made
}

/** All statements of the modules that are loaded, for the test that prepares them. */
export function loadedStatements(): readonly Statement[] {
  return [...loaded]
}

/** The last key of the next `$2` rows after `$1`; null after all. Sweeps without an index read their table in parts. */
export function partOf(table: string, key: string) {
  return query(
    { last: text.orNull },
    `SELECT max(${key}) AS last FROM (SELECT ${key} FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT $2) part`,
  )
}
