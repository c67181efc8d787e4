import { type AdapterDeps, callProvider, type SerpAdapter } from './adapter.ts'
import { isSandbox, type SerpConfig } from './config.ts'
import { readEnvelope, readTask } from './dataforseo-answer.ts'
import { basicAuthorization, dataForSeoPrice, taskOf, withinMaxDepth } from './dataforseo-request.ts'
import { type SerpQuery, type SerpResult, serpFailure } from './serp.ts'

const source = 'dataforseo'
const firstPageUsd = 0.002

/** DataForSEO's live search: one call for the whole depth. HTTP 200 means nothing there: envelope and task have codes of their own. */
export function createDataForSeo(config: SerpConfig, { http, clock }: AdapterDeps): SerpAdapter {
  async function search(asked: SerpQuery): Promise<SerpResult> {
    const query = withinMaxDepth(asked)
    const task = taskOf(query)
    if (task === null) return serpFailure(source, 'bad_request')
    const answer = await callProvider(http, {
      provider: source,
      url: `${config.DATAFORSEO_BASE_URL}/v3/serp/google/organic/live/advanced`,
      headers: basicAuthorization(config),
      json: [task],
    })
    if (!answer.ok) return answer
    const envelope = readEnvelope(answer.body)
    if (!envelope.ok) return envelope
    const done = envelope.tasks[0]
    const page = done ? readTask(done, query) : serpFailure(source, 'parse')
    if (page.ok === 'pending') return serpFailure(source, 'upstream')
    if (!page.ok) return { ...page, billed: page.billed || (done?.cost ?? 0) > 0 }
    const facts = {
      source,
      sandbox: isSandbox(config, config.DATAFORSEO_BASE_URL),
      fetchedAt: clock.now(),
      depth: query.depth,
    }
    return { ...page, ...facts, costUsd: done?.cost ?? null }
  }
  return { name: source, priceUsd: (query) => dataForSeoPrice(query, firstPageUsd), search }
}
