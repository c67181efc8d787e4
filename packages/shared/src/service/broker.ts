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
import { natsOptions } from './nats-address.ts'

type Subscribed = Pick<Subscription, 'drain' | 'unsubscribe'>
/** What services need of the broker; a `NatsConnection` is one. */
export type Broker = Pick<NatsConnection, 'flush' | 'drain'> & {
  request(subject: string, payload?: Payload, options?: RequestOptions): Promise<Msg>
  subscribe(subject: string, options?: SubscriptionOptions): Subscribed
}

const settings = {
  timeout: 5_000,
  // A broker that leaves two pings in a row without an answer has fallen silent.
  pingInterval: 5_000,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
}
/** A service that starts beside a broker that is there has it from the first call; for one that is not it waits no longer. */
const firstWaitMs = 1_000

/**
 * The broker at `url`, whether it is there or not: it is sought until `drain`. While it is away requests fail at once with
 * `unavailable`, those under way too, and subscriptions wait for it.
 */
export async function openBroker(url: string, program: string, logger: Logger): Promise<Broker> {
  const underWay = new Set<(error: AppError) => void>()
  const lateSubscriptions = new Set<(found: NatsConnection) => void>()
  const closing = new AbortController()
  let connection: NatsConnection | undefined
  let isUp = false
  const turn = (up: boolean) => {
    isUp = up
    if (up) logger.info('broker connected')
    else logger.warn('broker away')
    if (!up) for (const fail of underWay) fail(away())
  }
  const use = async (found: NatsConnection) => {
    connection = found
    for (const subscribe of lateSubscriptions) subscribe(found)
    turn(true)
    for await (const { type } of found.status()) {
      if (type === Events.Disconnect || type === Events.Reconnect) turn(type === Events.Reconnect)
    }
  }
  const seeking = seek(() => connect({ ...natsOptions(url, program), ...settings }), closing.signal, logger)
  void seeking.then((found) => found && use(found))
  await Promise.race([seeking, delay(firstWaitMs)])
  return {
    request: (subject, payload, options) =>
      new Promise((resolve, reject) => {
        if (!connection || !isUp) return reject(away())
        underWay.add(reject)
        const answered = connection.request(subject, payload, options)
        answered.then(resolve, reject).finally(() => underWay.delete(reject))
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

/** Tries until the broker is there; undefined once nobody wants it any more. */
async function seek(tryOnce: () => Promise<NatsConnection>, closing: AbortSignal, logger: Logger) {
  for (let attempt = 1; !closing.aborted; attempt++) {
    const found = await tryOnce().catch((error: unknown) => {
      if (attempt === 1) logger.warn({ err: error }, 'broker away')
      return undefined
    })
    if (found && !closing.aborted) return found
    await found?.close()
    await delay(settings.reconnectTimeWait, undefined, { signal: closing }).catch(() => {})
  }
  return undefined
}

/** A subscription from the moment on at which the broker is there. */
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
