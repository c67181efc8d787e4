import { z } from 'zod'

const calls = z.object({
  calls: z.array(
    z.object({ provider: z.string(), path: z.string(), query: z.unknown(), status: z.number().nullable() }),
  ),
})
export type OutsideCall = z.output<typeof calls>['calls'][number]

/** The controls of the sandbox that plays the outside. */
export function outsideAt(sandboxUrl: string) {
  const send = async (method: string, target: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${sandboxUrl}${target}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${target}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    send,
    /** Sets how a provider fails; `times` calls, or until the next `heal`. */
    fail: (fault: { provider: string; mode: string; times?: number; path?: string }) =>
      send('POST', '/control/fail', fault),
    /** Lets the held calls of a provider go on. */
    release: (provider: string) => send('POST', '/control/release', { provider }),
    /** The calls whose question has a word, the oldest first. */
    async calls(word: string, provider?: string): Promise<OutsideCall[]> {
      const found = calls.parse(await send('GET', `/control/calls${provider ? `?provider=${provider}` : ''}`)).calls
      return found.filter((call) => JSON.stringify(call).includes(word))
    },
    publish: (host: string, pages: Record<string, { body: string; delayMs?: number }>) =>
      send('PUT', `/control/sites/${host}`, { pages }),
  }
}
