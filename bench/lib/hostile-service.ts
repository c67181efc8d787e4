import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { freePort } from '@rts/local/ports'
import type { ServiceName } from '@rts/shared/contract/services'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { type Stack, untilOk } from './stack.ts'

/** The Accept header of the agents' endpoint; other endpoints take any. */
export const acceptedByAgents = 'application/json, text/event-stream'

export type Service = { port: number; adminPort: number; pid: number; stop(): Promise<unknown> }
/** Goes on until `isOver`. */
export type Attack = (service: Service, isOver: () => boolean) => Promise<void>
export type Post = { target: string; body: string }

/** Starts a service as it runs. */
export async function startService(stack: Stack, name: ServiceName, env: Record<string, string>): Promise<Service> {
  const port = await freePort()
  const adminPort = await freePort()
  const { pid, stop } = await stack.node(`services/${name}/src/main.ts`, {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    NATS_URL: stack.natsUrl,
    ...testKeys(name),
    ...testSecrets,
    PUBLIC_URL: 'http://127.0.0.1',
    ...env,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { port, adminPort, pid, stop: () => stop(1_000) }
}

/** Posts of an account or of a person on the dashboard's pages, `most` in a run. */
export type Poster = {
  as: { service: ServiceName; account: string } | { person: string }
  posts: readonly Post[]
  max: number
}

/** As many as the gateway lets one key through in a minute. */
const maxPosts = 30

/** Posts JSON to a service, eight at a time. */
export function posting(poster: Poster): Attack {
  let thread: Worker | undefined
  return async ({ port }, isOver) => {
    thread ??= new Worker(new URL('./hostile-poster.ts', import.meta.url), { workerData: poster })
    thread.unref()
    const over = once(thread, 'message')
    thread.postMessage({ port })
    while (!isOver()) await delay(50)
    thread.postMessage('over')
    await over
  }
}

/** The same for an account. */
export function postingAs(as: { service: ServiceName; account: string }, posts: readonly Post[]): Attack {
  return posting({ as, posts, max: maxPosts })
}
