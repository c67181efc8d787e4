/** Turns rows into one array per field, in the order of the names, for `unnest`: no parameter is counted by hand. */
export function columns<R, const F extends readonly (keyof R)[]>(
  rows: readonly R[],
  ...fields: F
): { [I in keyof F]: R[F[I] & keyof R][] } {
  // safe because `map` keeps the order and the number of the fields
  return fields.map((field) => rows.map((row) => row[field])) as { [I in keyof F]: R[F[I] & keyof R][] }
}
