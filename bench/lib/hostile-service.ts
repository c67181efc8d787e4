import { freePort } from '@rts/local/ports'
import type { ServiceName } from '@rts/shared/contract/services'
import { signedHeaders } from './signed.ts'
import { type Stack, untilOk } from './stack.ts'

/** What the agents' endpoint wants; others take any. */
export const acceptedByAgents = 'application/json, text/event-stream'

export type Service = { port: number; adminPort: number; pid: number; stop(): Promise<unknown> }
/** Goes on until `isOver`. */
export type Attack = (service: Service, isOver: () => boolean) => Promise<void>
export type Post = { target: string; body: string }
type HeadersOf = (target: string, body: Buffer) => Record<string, string>

/** Starts a service as it runs. */
export async function startService(stack: Stack, name: ServiceName, env: Record<string, string>): Promise<Service> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const { pid, stop } = await stack.node(`services/${name}/src/main.ts`, {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    LOG_LEVEL: 'error',
    NATS_URL: stack.natsUrl,
    CALLER_KEYS: stack.callerKeys,
    PUBLIC_URL: 'http://127.0.0.1',
    ...env,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { port, adminPort, pid, stop: () => stop(1_000) }
}

/** As many as the gateway lets one key through in a minute. */
const mostPosts = 30

/** Posts JSON to a service, eight at a time, `most` in all. */
export function posting(headersOf: HeadersOf, posts: readonly Post[], most = mostPosts): Attack {
  const made = posts.map(({ target, body }) => ({ target, body: Buffer.from(body) }))
  let next = 0
  return async ({ port }, isOver) => {
    const end = next + most
    const poster = async () => {
      while (next < end && !isOver()) {
        const { target, body } = made[next++ % made.length] ?? { target: '/', body: Buffer.alloc(0) }
        const headers = { ...headersOf(target, body), 'content-type': 'application/json', accept: acceptedByAgents }
        const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: 8 }, poster))
  }
}

/** The same for an account. */
export function postingAs(
  callerKeys: string,
  { service, account }: { service: ServiceName; account: string },
  posts: readonly Post[],
): Attack {
  return posting(signedHeaders(callerKeys, service, account), posts)
}
