import { askProvider } from '@rts/outside/call'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type LinkRow, linkingPage, unknownLink } from '../rules/link-row.ts'
import type { LinkAdapterDeps, LinkSource } from './link-source.ts'

const source = 'bing'
/** Total calls for the most linked pages: Bing allows about ten a second, without bulk. */
const maxCalls = 60

const countsSchema = z.looseObject({
  d: z.looseObject({ Links: z.array(z.looseObject({ Url: z.string() })).nullish(), TotalPages: z.number().nullish() }),
})
const detailsSchema = z.looseObject({
  d: z.looseObject({
    Details: z.array(z.looseObject({ Url: z.string(), AnchorText: z.string().nullish() })).nullish(),
    TotalPages: z.number().nullish(),
  }),
})
const refusalSchema = z.looseObject({ Message: z.string() })

/** All errors are a 400 with a message. An unverified site has no data for us. */
function kindOfRefusal({ body }: { body: unknown }): FailureKind | null {
  const message = refusalSchema.safeParse(body).data?.Message ?? ''
  if (/NotAuthorized|NotAllowed/i.test(message)) return 'unsupported'
  if (/InvalidApiKey/i.test(message)) return 'auth'
  if (/Throttle/i.test(message)) return 'rate'
  return /Quota/i.test(message) ? 'quota' : null
}

/** Forms a site may be verified under: Bing has exactly one. */
function formsOf(domain: string): string[] {
  return [`https://${domain}/`, `http://${domain}/`, `https://www.${domain}/`, `http://www.${domain}/`]
}

/** Bing Webmaster's links to the operator's verified sites: no dates. */
export function createBing(
  config: { BING_API_KEY?: string | undefined; BING_BASE_URL: string },
  { http, clock, sandbox }: LinkAdapterDeps,
): LinkSource {
  function call<T>(method: string, query: Record<string, string>, schema: z.ZodType<T>, signal?: AbortSignal) {
    const request = {
      provider: source,
      url: `${config.BING_BASE_URL}/webmaster/api.svc/json/${method}`,
      query: { ...query, apikey: config.BING_API_KEY ?? '' },
      signal,
    }
    return askProvider(http, request, schema, kindOfRefusal)
  }

  function rowOf(urlFrom: string, anchor: string | null, urlTo: string): LinkRow[] {
    const page = linkingPage(urlFrom)
    return page ? [{ ...unknownLink, ...page, urlTo, anchor, source, sandbox }] : []
  }

  /** The form that worked for each site is tried first. */
  const verifiedAs = new Map<string, string>()

  async function pagesOf(domain: string, signal?: AbortSignal) {
    const known = verifiedAs.get(domain)
    let refused: Failure = failed(source, 'unsupported')
    for (const siteUrl of new Set([...(known ? [known] : []), ...formsOf(domain)])) {
      const counts = await call('GetLinkCounts', { siteUrl, page: '0' }, countsSchema, signal)
      if (!counts.ok && counts.kind !== 'unsupported') return counts
      if (counts.ok) {
        verifiedAs.set(domain, siteUrl)
        return { ok: true, siteUrl, links: counts.body.d.Links ?? [] } as const
      }
      refused = counts
    }
    return refused
  }

  return {
    source,
    priceUsd: () => 0,
    async ask({ domain }, signal) {
      const pages = await pagesOf(domain, signal)
      if (!pages.ok) return pages
      const { siteUrl } = pages
      const rows: LinkRow[] = []
      let calls = 1
      for (const { Url: link } of pages.links) {
        for (let page = 0, pages = 1; page < pages && calls < maxCalls; page++, calls++) {
          const details = await call('GetUrlLinks', { siteUrl, link, page: String(page) }, detailsSchema, signal)
          if (!details.ok) return details
          pages = details.body.d.TotalPages ?? 1
          rows.push(...(details.body.d.Details ?? []).flatMap((each) => rowOf(each.Url, each.AnchorText ?? null, link)))
        }
      }
      return { ok: true, source, sandbox, fetchedAt: clock.now(), costUsd: 0, value: rows }
    },
  }
}
