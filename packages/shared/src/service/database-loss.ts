/** Connection exceptions (class 08), a server that stops, crashed or starts (57P01 to 57P03), and one that takes no more (53300). */
const lostStates = /^(08...|57P0[123]|53300)$/
/** Prisma's words for a socket: not reached, timed out, closed. */
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
/** What `pg` says by itself, without a code. */
const lostMessages = [
  /^Connection terminated/,
  /^Query read timeout$/,
  /^timeout exceeded when trying to connect$/,
  /is not queryable$/,
]

/** Whether an error of the driver, bare or as Prisma hands it on, means that the database is away or its connection lost. */
export function isDatabaseLoss(error: unknown): boolean {
  const { code, message, originalCode, cause, meta } = Object(error)
  const names = [code, originalCode].map(String)
  if (names.some((name) => lostStates.test(name) || lostPrisma.test(name) || lostSockets.has(name))) return true
  if (lostMessages.some((known) => known.test(String(message)))) return true
  return [cause, Object(meta).driverAdapterError].some((inner) => inner !== undefined && isDatabaseLoss(inner))
}
