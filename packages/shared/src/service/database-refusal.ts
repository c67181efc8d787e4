/** Data exceptions (class 22) and integrity constraint violations (class 23). */
const refusedStates = /^2[23]...$/

/**
 * Why the database refuses what is written, when the same write would be refused again: its SQLSTATE, with the table and column or constraint.
 * Null for every other error. Postgres' own texts have values of the row in them, so they are left out.
 */
export function refusalOf(error: unknown): string | null {
  const { code, schema, table, column, constraint } = Object(error)
  if (typeof code !== 'string' || !refusedStates.test(code)) return null
  const place = [schema, table, constraint ?? column].filter((name) => typeof name === 'string').join('.')
  return place === '' ? code : `${code} ${place}`
}
