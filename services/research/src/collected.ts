/** Rows as equally long columns: what is stored and read is a third of the size, and nothing repeats a field's name. */
export type Table<R> = { [K in keyof R]: R[K][] }

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
