import { askProvider } from '@rts/outside/call'
import type { Capability } from '@rts/outside/capability'
import { z } from 'zod'
import type { LinkAdapterDeps } from './link-source.ts'

const source = 'openpagerank'
const maxDomains = 100

const rowSchema = z.looseObject({
  status_code: z.number(),
  page_rank_decimal: z.number().min(0).max(10).nullish().catch(null),
  domain: z.string(),
})
const bodySchema = z.looseObject({ response: z.array(rowSchema.nullable().catch(null)) })

/** 0 to 100; unknown hosts are absent. */
export type AuthoritySource = Capability<readonly string[], ReadonlyMap<string, number>>

/** OpenPageRank's 0 to 10 as 0 to 100. Only rows of status 200 count. */
export function createOpenPageRank(
  config: { OPENPAGERANK_KEY?: string | undefined; OPENPAGERANK_BASE_URL: string },
  { http, clock, sandbox }: LinkAdapterDeps,
): AuthoritySource {
  async function page(hosts: readonly string[], signal?: AbortSignal) {
    const query = new URLSearchParams(hosts.map((host): [string, string] => ['domains[]', host]))
    const request = {
      provider: source,
      url: `${config.OPENPAGERANK_BASE_URL}/api/v1.0/getPageRank?${query}`,
      headers: { 'API-OPR': config.OPENPAGERANK_KEY ?? '' },
      signal,
    }
    const answer = await askProvider(http, request, bodySchema)
    if (!answer.ok) return answer
    const known = answer.body.response.flatMap((row): [string, number][] => {
      const rank = row?.status_code === 200 ? row.page_rank_decimal : null
      return row && typeof rank === 'number' && hosts.includes(row.domain) ? [[row.domain, rank * 10]] : []
    })
    return { ok: true as const, known }
  }

  return {
    source,
    priceUsd: () => 0,
    async ask(hosts, signal) {
      const known: [string, number][] = []
      for (let i = 0; i < hosts.length; i += maxDomains) {
        const next = await page(hosts.slice(i, i + maxDomains), signal)
        if (!next.ok) return next
        known.push(...next.known)
      }
      return { ok: true, source, sandbox, fetchedAt: clock.now(), costUsd: 0, value: new Map(known) }
    },
  }
}
