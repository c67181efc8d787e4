import { mapInSteps } from '@rts/shared/scheduling'
import { type RpcCaller, type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import { cardFactsOf, readersOf } from '../advice/advice.ts'
import { aiHistoryDays } from './rules/ai-mentions.ts'
import { watchedOf } from './rules/checks.ts'
import type { AlertKnowledge, AlertSource, WatchedKeyword } from './rules/model.ts'

/** Which keywords are read, and of which time moments are wanted: those stored since, and their checks since `from`. */
export type Span = { stored: Date; from: Date; days: number; now: Date }
/** Facts of a site; those that could not be read are left out. `readUntil`: ranks that were stored until then are in them. */
export type Facts = { known: Partial<AlertKnowledge>; readUntil: string | null; failed: unknown[] }

const keywordsAtOnce = 50
const clickDays = 90

/** Reads the saved facts of a site as a person may see them; nothing is collected for it. */
export async function readFacts(
  call: RpcClient,
  siteId: string,
  as: RpcCaller,
  sources: readonly AlertSource[],
  span: Span,
): Promise<Facts> {
  const params = { id: siteId }
  const system = systemCaller(as.accountId, as.plan, as.requestId)
  const caller: RpcCaller = { ...as, collect: 'deny' }
  const cards = readersOf(call, siteId, { caller, system })
  let readUntil: string | null = null

  async function pasts(): Promise<WatchedKeyword[]> {
    const watched: WatchedKeyword[] = []
    let cursor: string | undefined
    let until: string
    do {
      const query = { since: span.stored.toISOString(), days: span.days, ...(cursor && { cursor }) }
      const page = await call('rankPasts.snapshot', { params, query }, system)
      const since = span.from.getTime()
      watched.push(...(await mapInSteps(page.keywords, keywordsAtOnce, (past) => watchedOf(past, since))))
      until = page.until
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    readUntil = until
    return watched
  }

  const readers: { [S in AlertSource]: () => Promise<AlertKnowledge[S]> } = {
    ...cardFactsOf(cards, span.now),
    links: cards.links,
    issues: async () => (await cards.audit()).issues,
    pasts,
    prompts: async () => (await call('prompts.list', { params, query: { days: aiHistoryDays } }, caller)).prompts,
    clicks: async () => (await call('searchConsoleFigures.list', { params, query: { days: clickDays } }, caller)).days,
    linksAt: async () => (await call('backlinks.list', { params, query: { days: 30, limit: 1 } }, caller)).updatedAt,
  }
  const outcomes = await Promise.allSettled(sources.map(async (source) => [source, await readers[source]()] as const))
  const read = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const failed = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  // safe because each is what the reader of its source answers
  return { known: Object.fromEntries(read) as Partial<AlertKnowledge>, readUntil, failed }
}
