import type { OutsideAnswer, Site } from '../audit/audit.ts'
import type { Memory } from './memory.ts'
import { createPace, type Pace } from './pace.ts'
import type { Host } from './site-files.ts'

const hostsAtOnce = 8
const everyMs = 1_000
const longestMs = 60_000
/** Statuses for bots or overload: they prove nothing about the page. */
const evasive = [401, 403, 407, 408, 425, 429, 451, 503, 999]

type Fetching = Pick<Host, 'fetcher' | 'signal'> & Pick<Memory, 'once'>
/** `endsAt` is by `performance.now()`. */
type Asking = Fetching & { endsAt: number }

/** Requests pages of other sites, one by one per host. A host that refuses or hangs is skipped, its pages unknown. */
export async function askForOutside(
  { fetcher, signal, once, endsAt }: Asking,
  hosts: string[][],
): Promise<Site['outside']> {
  const answers = new Map<string, OutsideAnswer>()
  const leftMs = Math.max(0, Math.min(longestMs, Math.round(endsAt - performance.now())))
  if (leftMs === 0) return answers
  const over = AbortSignal.any([signal, AbortSignal.timeout(leftMs)])
  const askHosts = async () => {
    for (let urls = hosts.pop(); urls; urls = hosts.pop()) await askHost({ fetcher, signal: over, once }, urls, answers)
  }
  // Running requests finish in a pause: their answers are kept.
  const ends = await Promise.allSettled(Array.from({ length: hostsAtOnce }, askHosts))
  signal.throwIfAborted()
  for (const end of ends) if (end.status === 'rejected' && !over.aborted) throw end.reason
  return answers
}

async function askHost(fetching: Fetching, urls: readonly string[], answers: Map<string, OutsideAnswer>) {
  const pace = createPace(everyMs)
  for (const url of urls) {
    const answer = await answerOf(fetching, pace, url)
    if (answer === null) return
    answers.set(url, answer)
  }
}

/** Null: no verdict. */
async function answerOf({ fetcher, signal, once }: Fetching, pace: Pace, url: string): Promise<OutsideAnswer | null> {
  const ask = async (method: 'HEAD' | 'GET') => {
    const answer = await once(`${method} ${url}`, async () => {
      await pace.turn(signal)
      return fetcher.get(url, { method, truncate: true, types: /^$/, signal })
    })
    if (!answer.ok || evasive.includes(answer.status)) return null
    return { status: answer.status, redirectTo: answer.hops.length > 0 ? answer.url : null }
  }
  const answer = await ask('HEAD')
  // Some servers fail HEAD where GET works.
  return answer === null || answer.status < 400 ? answer : ask('GET')
}
