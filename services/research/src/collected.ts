import type { Outcome } from '@rts/shared/collects/kind'
import type { Failure } from '@rts/shared/failure'

/** Equally long columns: a third of the size of rows, without repeated field names. */
export type Table<R> = { [K in keyof R]: R[K][] }

export function tableOf<R, K extends keyof R>(rows: readonly R[], fields: readonly K[]): Table<Pick<R, K>> {
  const columns = fields.map((field) => [field, rows.map((row) => row[field])])
  // safe because each field has its column
  return Object.fromEntries(columns) as Table<Pick<R, K>>
}

export function rowsOf<R extends object>(table: Table<R>): R[] {
  // safe because the keys of an object are its own names
  const fields = Object.keys(table) as (keyof R)[]
  const [first] = fields
  if (first === undefined) return []
  // safe because every field is filled from its column
  return table[first].map((_, i) => Object.fromEntries(fields.map((field) => [field, table[field][i]])) as R)
}

/** Pauses before the second, third and fourth try. */
export const retryMs = [5_000, 30_000, 120_000]
export const nothing = { state: 'ready', body: null, sources: [], sandbox: false, costUsd: 0 } as const

export function failedWith(failure: Failure): Outcome<never> {
  return { state: 'failed', failure }
}

/** `partial`: a part failed that the provider offers. */
export function stateWithout(failures: readonly Failure[]): 'ready' | 'partial' {
  return failures.some(({ kind }) => kind !== 'unsupported') ? 'partial' : 'ready'
}
