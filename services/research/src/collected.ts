import type { Outcome } from '@rts/shared/collects/kind'
import type { Failure } from '@rts/shared/failure'

/** Rows as equally long columns: what is stored and read is a third of the size, and no field's name is repeated. */
export type Table<R> = { [K in keyof R]: R[K][] }

/** These fields of rows, as columns. */
export function tableOf<R, K extends keyof R>(rows: readonly R[], fields: readonly K[]): Table<Pick<R, K>> {
  const columns = fields.map((field) => [field, rows.map((row) => row[field])])
  // safe because each field has its column
  return Object.fromEntries(columns) as Table<Pick<R, K>>
}

/** The rows of a table again. */
export function rowsOf<R extends object>(table: Table<R>): R[] {
  // safe because the keys of an object are its own names
  const fields = Object.keys(table) as (keyof R)[]
  const [first] = fields
  if (first === undefined) return []
  // safe because every field is filled from its column
  return table[first].map((_, i) => Object.fromEntries(fields.map((field) => [field, table[field][i]])) as R)
}

/** The pauses before the second, third and fourth try of a run. */
export const retryMs = [5_000, 30_000, 120_000]
/** The outcome of a run that has nothing to store. */
export const nothing = { state: 'ready', body: null, sources: [], sandbox: false, costUsd: 0 } as const

/** The outcome of a run that brought nothing. */
export function failedWith(failure: Failure): Outcome<never> {
  return { state: 'failed', failure }
}

/** `partial` where a part failed that could have been had: what a provider does not offer at all is not missing. */
export function stateWithout(failures: readonly Failure[]): 'ready' | 'partial' {
  return failures.some(({ kind }) => kind !== 'unsupported') ? 'partial' : 'ready'
}
