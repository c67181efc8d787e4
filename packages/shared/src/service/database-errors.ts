/** Connection (08), shutdown (57P01 to 57P03), full disk, too many connections, idle transaction (25P03). */
const lostStates = /^(08...|57P0[123]|53[13]00|25P03)$/
/** Unreachable, timed out, or closed the connection. */
const lostPrisma = /^P10(01|02|08|17)$/
const lostSockets = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of `pg` without a code. */
const lostMessages = [
  /^Connection terminated/,
  /^Query read timeout$/,
  /^timeout exceeded when trying to connect$/,
  /is not queryable$/,
]

/** Database or connection lost, or no room; bare or wrapped by Prisma. */
export function isDatabaseLoss(error: unknown): boolean {
  const { code, message, originalCode, cause, meta } = Object(error)
  const names = [code, originalCode].map(String)
  if (names.some((name) => lostStates.test(name) || lostPrisma.test(name) || lostSockets.has(name))) return true
  if (lostMessages.some((known) => known.test(String(message)))) return true
  return [cause, Object(meta).driverAdapterError].some((inner) => inner !== undefined && isDatabaseLoss(inner))
}

/** Data exceptions (22) and constraint violations (23). */
const refusedStates = /^2[23]...$/

/** SQLSTATE, table and column or constraint; null for others. Never Postgres' texts: they quote values. */
export function refusalOf(error: unknown): string | null {
  const { code, schema, table, column, constraint } = Object(error)
  if (typeof code !== 'string' || !refusedStates.test(code)) return null
  const place = [schema, table, constraint ?? column].filter((name) => typeof name === 'string').join('.')
  return place === '' ? code : `${code} ${place}`
}
