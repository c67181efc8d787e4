import { askLive } from '@rts/outside/dataforseo/live'
import { type DataForSeoAccess, dataForSeo } from '@rts/outside/dataforseo/request'
import { z } from 'zod'
import { type LinkRow, linkingPage } from '../rules/link-row.ts'
import type { LinkAdapterDeps, LinkSource } from './link-source.ts'

const pageRows = 1_000
const at = z
  .string()
  .transform((text) => new Date(text))
  .refine((date) => !Number.isNaN(date.getTime()))
  .transform((date) => date.toISOString())
  .nullish()
  .catch(null)
const percent = z.number().min(0).max(100).nullish().catch(null)
const itemSchema = z.looseObject({
  url_from: z.url(),
  url_to: z.string().nullish(),
  anchor: z.string().nullish(),
  page_from_title: z.string().nullish(),
  attributes: z.array(z.string()).nullish().catch(null),
  dofollow: z.boolean().nullish(),
  domain_from_rank: percent,
  backlink_spam_score: percent,
  first_seen: at,
  last_seen: at,
  is_lost: z.boolean().nullish(),
  is_broken: z.boolean().nullish(),
  page_from_external_links: z.number().int().nonnegative().nullish().catch(null),
})
const resultSchema = z.looseObject({
  target: z.string(),
  items: z.array(itemSchema.nullable().catch(null)).nullish(),
  search_after_token: z.string().nullish(),
})

export type DataForSeoLinksConfig = DataForSeoAccess & {
  BACKLINKS_PAGE_USD: number
  BACKLINKS_PAGES: number
}
type Page = { rows: LinkRow[]; next: string | null }

function rowOf(item: z.output<typeof itemSchema>, sandbox: boolean): LinkRow | null {
  const page = linkingPage(item.url_from)
  if (page === null) return null
  return {
    ...page,
    urlTo: item.url_to ?? null,
    anchor: item.anchor ?? null,
    title: item.page_from_title ?? null,
    rel: item.attributes ?? [],
    dofollow: item.dofollow ?? null,
    domainRank: item.domain_from_rank ?? null,
    spamScore: item.backlink_spam_score ?? null,
    firstSeen: item.first_seen ?? null,
    lastSeen: item.last_seen ?? null,
    isLost: item.is_lost ?? null,
    isBroken: item.is_broken ?? null,
    linksOnPage: item.page_from_external_links ?? null,
    source: dataForSeo,
    sandbox,
  }
}

/** Null if unreadable or about another site. */
function readPage(result: unknown, domain: string, sandbox: boolean): Page | null {
  const pages = z.array(resultSchema).safeParse(result)
  if (pages.data?.length === 0) return { rows: [], next: null }
  const page = pages.data?.[0]
  if (page?.target !== domain) return null
  const rows = (page.items ?? []).flatMap((item) => (item && rowOf(item, sandbox)) ?? [])
  return { rows, next: page.search_after_token ?? null }
}

/** DataForSEO's backlinks, best first. */
export function createDataForSeoLinks(
  config: DataForSeoLinksConfig,
  { http, clock, sandbox }: LinkAdapterDeps,
): LinkSource {
  function page(domain: string, after: string | null, signal?: AbortSignal) {
    const query = { mode: 'as_is', backlinks_status_type: 'all', include_subdomains: true, rank_scale: 'one_hundred' }
    const task = { target: domain, ...query, exclude_internal_backlinks: true, limit: pageRows }
    return askLive(http, config, {
      path: 'backlinks/backlinks',
      task: after === null ? task : { ...task, search_after_token: after },
      signal,
      read: (result) => readPage(result, domain, sandbox),
    })
  }

  return {
    source: dataForSeo,
    priceUsd: () => config.BACKLINKS_PAGES * config.BACKLINKS_PAGE_USD,
    async ask({ domain }, signal) {
      const rows: LinkRow[] = []
      let costUsd = 0
      let after: string | null = null
      for (let i = 0; i < config.BACKLINKS_PAGES; i++) {
        const answer = await page(domain, after, signal)
        if (!answer.ok) return { ...answer, costUsd: costUsd + answer.costUsd, billed: answer.billed || costUsd > 0 }
        const { rows: found, next }: Page = answer.value
        rows.push(...found)
        costUsd += answer.costUsd ?? config.BACKLINKS_PAGE_USD
        after = next
        if (after === null) break
      }
      return { ok: true, source: dataForSeo, sandbox, fetchedAt: clock.now(), costUsd, value: rows }
    },
  }
}
