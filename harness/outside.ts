import { z } from 'zod'

const call = z.object({ provider: z.string(), path: z.string(), query: z.unknown(), status: z.number().nullable() })

/** The controls of the sandbox that plays the outside. */
export function outsideAt(sandboxUrl: string) {
  const send = async (method: string, target: string, body?: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(sandboxUrl + target, { method, headers, body: body ? JSON.stringify(body) : null })
    if (!answer.ok) throw new Error(`${target}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  return {
    send,
    /** Sets how a provider fails; `times` calls, or until the next fault. */
    fail: (fault: { provider: string; mode: string; times?: number; path?: string; keyword?: string }) =>
      send('POST', '/control/fail', fault),
    /** Lets the held calls of a provider go on. */
    release: (provider: string) => send('POST', '/control/release', { provider }),
    /** The calls whose question has a word, the oldest first. */
    async calls(word: string, provider?: string) {
      const answer = await send('GET', `/control/calls${provider ? `?provider=${provider}` : ''}`)
      const { calls } = z.object({ calls: z.array(call) }).parse(answer)
      return calls.filter((each) => JSON.stringify(each).includes(word))
    },
    publish: (host: string, pages: Record<string, { body: string; delayMs?: number }>) =>
      send('PUT', `/control/sites/${host}`, { pages }),
  }
}
