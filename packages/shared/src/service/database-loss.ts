/**
 * Connection exceptions (class 08), stopping servers (57P01 to 57P03), a full disk, too many connections, an idle transaction (25P03).
 */
const lostStates = /^(08...|57P0[123]|53[13]00|25P03)$/
/** Prisma's codes for a server that is unreachable, timed out or closed the connection. */
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
/** Messages of `pg` itself, which carry no code. */
const lostMessages = [
  /^Connection terminated/,
  /^Query read timeout$/,
  /^timeout exceeded when trying to connect$/,
  /is not queryable$/,
]

/** Whether an error of the driver, bare or wrapped by Prisma, means that the database or the connection is lost, or has no room. */
export function isDatabaseLoss(error: unknown): boolean {
  const { code, message, originalCode, cause, meta } = Object(error)
  const names = [code, originalCode].map(String)
  if (names.some((name) => lostStates.test(name) || lostPrisma.test(name) || lostSockets.has(name))) return true
  if (lostMessages.some((known) => known.test(String(message)))) return true
  return [cause, Object(meta).driverAdapterError].some((inner) => inner !== undefined && isDatabaseLoss(inner))
}
