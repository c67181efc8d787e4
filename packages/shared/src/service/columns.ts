/** One array per field, in order of the names, for `unnest`. */
export function columns<R, const F extends readonly (keyof R)[]>(
  rows: readonly R[],
  ...fields: F
): { [I in keyof F]: R[F[I] & keyof R][] } {
  const all: unknown[][] = []
  for (const field of fields) {
    const column: unknown[] = []
    for (const row of rows) column.push(row[field])
    all.push(column)
  }
  // safe because the loops keep the order and the number of the fields
  return all as { [I in keyof F]: R[F[I] & keyof R][] }
}
