import type { Sent } from './player.ts'
import type { Attempt, Bill } from './till.ts'

export const noticeModes = ['once', 'twice', 'ten', 'late', 'never', 'reordered'] as const
export type NoticeMode = (typeof noticeModes)[number]

/** `late` ones wait for `flush`. */
export function createNotices(noticesOf: (bill: Bill, attempt: Attempt) => Sent[]) {
  let waiting: Sent[] = []
  const send = async ({ url, headers, body }: Sent): Promise<number | null> => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    // A provider would retry; here the receiver has to find out.
    return fetch(url, { ...sent, signal: AbortSignal.timeout(15_000), redirect: 'manual' }).then(
      ({ status }) => status,
      () => null,
    )
  }
  return {
    /** In this order; returns the receiver's status for each. */
    async tell(bill: Bill, attempts: readonly Attempt[], mode: NoticeMode): Promise<(number | null)[]> {
      const sent = attempts.flatMap((attempt) => noticesOf(bill, attempt))
      switch (mode) {
        case 'never':
          return []
        case 'late':
          waiting.push(...sent)
          return []
        case 'once':
          return inTurn(sent)
        case 'twice':
          return inTurn(sent.flatMap((one) => [one, one]))
        case 'ten':
          return Promise.all(sent.flatMap((one) => Array.from({ length: 10 }, () => send(one))))
        case 'reordered':
          return inTurn([...sent].reverse())
        default: {
          const missing: never = mode
          throw new Error(`unknown mode ${missing}`)
        }
      }
    },
    async flush(): Promise<(number | null)[]> {
      const kept = waiting
      waiting = []
      return inTurn(kept)
    },
    reset() {
      waiting = []
    },
  }

  async function inTurn(sent: readonly Sent[]): Promise<(number | null)[]> {
    const statuses: (number | null)[] = []
    for (const one of sent) statuses.push(await send(one))
    return statuses
  }
}
