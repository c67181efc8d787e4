/** Data exceptions (22) and constraint violations (23). */
const refusedStates = /^2[23]...$/

/** SQLSTATE, table and column or constraint; null for others. Never Postgres' texts: they quote values. */
export function refusalOf(error: unknown): string | null {
  const { code, schema, table, column, constraint } = Object(error)
  if (typeof code !== 'string' || !refusedStates.test(code)) return null
  const place = [schema, table, constraint ?? column].filter((name) => typeof name === 'string').join('.')
  return place === '' ? code : `${code} ${place}`
}
