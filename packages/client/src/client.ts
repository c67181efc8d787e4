import { type Api, calls } from './api.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Answer, StillCollecting } from './problems.ts'
import { accessOf, type Input } from './request.ts'
import { send, type Wire } from './send.ts'
import type { How, Row, Waiting } from './shapes.ts'

export type * from './api.ts'
export { type Clock, systemClock } from './clock.ts'
export { ApiProblem, NoAnswer, NotTheApi, StillCollecting } from './problems.ts'
export type { Call, Collected, How, Paged, PagedCollected, Waiting } from './shapes.ts'
export { NotVerified, verifyWebhook, type WebhookHeaders } from './webhooks.ts'

export type ClientOptions = {
  /** The address of the API, which ends in `/http/v1`. */
  baseUrl: string | undefined
  /** A server key, `rts_sk_…`. */
  key: string | undefined
  /** How long one call may wait, after refusals and failures, until it is made again: a minute and a half by default. 0: never. */
  retryForMs?: number
  /** How long one try of a call may take: a minute by default. */
  timeoutMs?: number
  /** The platform's own by default. */
  fetch?: typeof fetch
  clock?: Clock
}

/** A key's minute, and the time that the calls take. */
const patienceMs = 90_000
const minuteMs = 60_000

/** A client with a method for each operation of the API, `client.keywords.list({ id })`, and no other way to call it. */
export function createClient({ baseUrl, key, retryForMs = patienceMs, ...options }: ClientOptions): Api {
  const { fetch = globalThis.fetch, clock = systemClock, timeoutMs = minuteMs } = options
  const wire: Wire = { access: accessOf(baseUrl, key), fetch, clock, retryForMs, timeoutMs }
  const client: Record<string, Record<string, unknown>> = {}
  for (const [name, row] of Object.entries<Row>(calls)) {
    const [entity = '', verb = ''] = name.split('.')
    client[entity] = { ...client[entity], [verb]: callOf(wire, row) }
  }
  // safe because the types and `calls` are written from the same table
  return client as Api
}

function callOf(wire: Wire, row: Row) {
  const call = (input: Input, how: How) => send(wire, row, input, how)
  const { rows, collects } = row
  return Object.assign((input: Input = {}, how: How = {}) => call(input, how), {
    ...(rows && { each: (input: Input = {}, how: How = {}) => eachRow(call, rows, input, how) }),
    ...(collects && { ready: (input: Input = {}, how: Waiting = {}) => whenReady(call, wire.clock, input, how) }),
  })
}

type AnyCall = (input: Input, how: How) => Promise<Answer>

/** The rows of all pages. */
async function* eachRow(call: AnyCall, rows: string, input: Input, how: How): AsyncGenerator<unknown, void> {
  let cursor: unknown = input.cursor
  do {
    const page = await call({ ...input, cursor }, how)
    const list = page[rows]
    if (Array.isArray(list)) yield* list
    cursor = page.nextCursor
  } while (typeof cursor === 'string')
}

const twoMinutesMs = 120_000

/** Asks until nothing is collected any more, as often as the answers say. */
async function whenReady(call: AnyCall, clock: Clock, input: Input, { withinMs = twoMinutesMs, ...how }: Waiting) {
  const until = clock.now() + withinMs
  for (;;) {
    const answer = await call(input, how)
    if (answer.status !== 'queued' && answer.status !== 'collecting') return answer
    const waitMs = Number(answer.retryAfterSeconds ?? 3) * 1_000
    if (clock.now() + waitMs > until) throw new StillCollecting(answer)
    await clock.sleep(waitMs, how.signal)
  }
}
