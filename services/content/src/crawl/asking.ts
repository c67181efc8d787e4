import type { CrawlAsks, ServiceReply, ThreadMessage } from './thread-messages.ts'

export type Say = (message: ThreadMessage) => void

/** Asks the service; each question resolves with its answer. */
export function askingBy(say: Say): { asks: CrawlAsks; answered(reply: ServiceReply): void } {
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  // safe because the service answers each question with what it asks for
  const ask = <A>(message: (id: number) => ThreadMessage) =>
    new Promise<A>((resolve) => {
      const id = ++last
      waiting.set(id, resolve as (answer: unknown) => void)
      say(message(id))
    })
  return {
    asks: {
      startAt: (about) => ask((id) => ({ kind: 'ask', id, what: 'startAt', about })),
      saved: (about) => ask((id) => ({ kind: 'ask', id, what: 'saved', about })),
      save: (about) => ask((id) => ({ kind: 'ask', id, what: 'save', about })),
      isPaused: (about) => ask((id) => ({ kind: 'ask', id, what: 'isPaused', about })),
      lacks: (about) => ask((id) => ({ kind: 'ask', id, what: 'lacks', about })),
    },
    answered: ({ id, answer }) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    },
  }
}
