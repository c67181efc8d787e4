import { setTimeout as delay } from 'node:timers/promises'
import {
  connect,
  Events,
  type Msg,
  type NatsConnection,
  type Payload,
  type RequestOptions,
  type Subscription,
  type SubscriptionOptions,
} from 'nats'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { inTime } from '../scheduling.ts'
import { createUnderWay } from './under-way.ts'

type Subscribed = Pick<Subscription, 'drain' | 'unsubscribe'>
export type Broker = Pick<NatsConnection, 'flush' | 'drain'> & {
  request(subject: string, payload?: Payload, options?: RequestOptions): Promise<Msg>
  subscribe(subject: string, options?: SubscriptionOptions): Subscribed
}

const settings = {
  timeout: 5_000,
  // Two unanswered pings in a row mean a lost connection.
  pingInterval: 5_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  // Saves two errors with stacks on every request.
  noAsyncTraces: true,
}
/** The start waits: its first call should find a broker. */
const firstWaitMs = 1_000

/** Retries until `drain`. Meanwhile requests fail with `unavailable` and subscriptions wait. */
export async function openBroker(url: string, program: string, logger: Logger): Promise<Broker> {
  const underWay = createUnderWay<(error: AppError) => void>()
  const lateSubscriptions = new Set<(found: NatsConnection) => void>()
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let isUp = false
  const setUp = (up: boolean) => {
    isUp = up
    if (up) logger.info('broker connected')
    else logger.warn('broker disconnected')
    if (!up) for (const fail of underWay.all()) fail(away())
  }
  const use = async (found: NatsConnection) => {
    connection = found
    for (const subscribe of lateSubscriptions) subscribe(found)
    setUp(true)
    for await (const { type } of found.status()) {
      if (type === Events.Disconnect || type === Events.Reconnect) setUp(type === Events.Reconnect)
    }
  }
  const seeking = seek(() => connect({ ...natsOptions(url, program), ...settings }), closing.signal, logger)
  void seeking.then((found) => found && use(found))
  await inTime(firstWaitMs, seeking, undefined)
  return {
    request: (subject, payload, options) =>
      new Promise((resolve, reject) => {
        if (!connection || !isUp) return reject(away())
        const place = underWay.add(reject)
        const answered = connection.request(subject, payload, options)
        answered.then(resolve, reject).finally(() => underWay.remove(place))
      }),
    subscribe: (subject, options) =>
      connection
        ? connection.subscribe(subject, options)
        : subscribeLate((found) => found.subscribe(subject, options), lateSubscriptions),
    flush: async () => {
      if (!connection || !isUp) throw away()
      await connection.flush()
    },
    drain: async () => {
      closing.abort()
      await (isUp ? connection?.drain() : connection?.close())
    },
  }
}

async function seek(tryOnce: () => Promise<NatsConnection>, closing: AbortSignal, logger: Logger) {
  for (let attempt = 1; !closing.aborted; attempt++) {
    const found = await tryOnce().catch((error: unknown) => {
      if (attempt === 1) logger.warn({ err: error }, 'broker unreachable')
      return undefined
    })
    if (found && !closing.aborted) return found
    await found?.close()
    await delay(settings.reconnectTimeWait, undefined, { signal: closing }).catch(() => {})
  }
  return undefined
}

function subscribeLate(
  subscribe: (found: NatsConnection) => Subscription,
  waiting: Set<(found: NatsConnection) => void>,
): Subscribed {
  let live: Subscription | undefined
  const start = (found: NatsConnection) => {
    live = subscribe(found)
  }
  waiting.add(start)
  return {
    drain: async () => {
      waiting.delete(start)
      await live?.drain()
    },
    unsubscribe: (max) => {
      waiting.delete(start)
      live?.unsubscribe(max)
    },
  }
}

function away(): AppError {
  return new AppError('unavailable', 'The service behind this is not reachable', { retryAfterSeconds: 1 })
}

/** For `nats://[user:password@]host:port`; by `tls://` the server must prove its name. Only this program may read its replies. */
export function natsOptions(url: string, program: string) {
  const { protocol, host, username, password } = new URL(url)
  const user = username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
  const tls = protocol === 'tls:' ? { tls: {} } : {}
  return { servers: `nats://${host}`, name: program, inboxPrefix: `_INBOX.${program}`, ...user, ...tls }
}
