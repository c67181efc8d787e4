/** Data exceptions (class 22) and integrity constraint violations (class 23). */
const refusedStates = /^2[23]...$/

/**
 * The SQLSTATE, table and column or constraint of a write that would be refused again; null for other errors. Postgres' texts are left
 * out: they quote values.
 */
export function refusalOf(error: unknown): string | null {
  const { code, schema, table, column, constraint } = Object(error)
  if (typeof code !== 'string' || !refusedStates.test(code)) return null
  const place = [schema, table, constraint ?? column].filter((name) => typeof name === 'string').join('.')
  return place === '' ? code : `${code} ${place}`
}
