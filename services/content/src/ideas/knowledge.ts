import type { Asker, Reading } from '@rts/shared/collects/kind'
import { besideOwnPages, type Merged, mergedState } from '@rts/shared/collects/merged-state'
import { AppError } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { latestCheck, type Place, rivalRanks } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import type { AuditReport } from '../audit/audit.ts'
import type { Crawl } from '../crawl/crawl.ts'
import type { Figures, Known } from './rules/model.ts'
import { sitePages } from './rules/site-pages.ts'

type KnowledgeDeps = { call: RpcClient; crawl: Pick<Crawl, 'readAudit' | 'pagesOf'>; projects: ProjectReader }
type PlaceFilter = { country?: string | undefined; language?: string | undefined }
/** `domains`: the site and its competitors. */
type Knowledge = { known: Known; domains: string[]; merged: Merged }

/** Reads the material for ideas; `asker` may start a crawl. */
export type KnowledgeOf = (site: KnownSite, filter: PlaceFilter, asker: Asker) => Promise<Knowledge>

const earlierDays = [30, 90]

/** Only the crawl may be collected, and awaited only if nothing else exists. */
export function createKnowledge({ call, crawl, projects }: KnowledgeDeps): KnowledgeOf {
  return async (site, filter, asker) => {
    const { accountId, id, domain } = site
    const [comparison, pages, searched] = await Promise.all([
      projects.history(accountId, id, earlierDays),
      projects.pages(accountId, id),
      projects.searched(accountId, id),
    ])
    const keywords = comparison.keywords.filter(isIn(filter))
    const checkedAt = latestCheck(keywords)
    const [reading, figuresOf] = await Promise.all([
      crawl.readAudit(site, checkedAt === null ? asker : { ...asker, waitMs: 0 }),
      figuresIn(call, { accountId, id }, placesOf(keywords)),
    ])
    const { body, state, sandbox } = reading
    return {
      known: {
        site,
        keywords,
        pages,
        earlier: comparison.earlier,
        figuresOf,
        // Google's queries have no place: they count for the site's own.
        searched: isIn(filter)(site) ? searched : null,
        rivalsOf: (keyword) => rivalRanks(comparison, keyword),
        crawl:
          body && state.updatedAt ? { pages: sitePages(await crawl.pagesOf(id)), at: state.updatedAt, sandbox } : null,
      },
      domains: [domain, ...comparison.competitors.map((rival) => rival.domain)],
      merged: stateOf(reading, keywords.length > 0, checkedAt),
    }
  }
}

/** As old as the older of crawl and ranks; partial while keywords await their first check. */
function stateOf(reading: Reading<AuditReport>, hasKeywords: boolean, checkedAt: string | null): Merged {
  const { state, isFree } = besideOwnPages(mergedState([reading]), checkedAt)
  const isWaiting = state.status === 'ready' && hasKeywords && checkedAt === null
  const isOlder = state.updatedAt !== null && checkedAt !== null && checkedAt < state.updatedAt
  return {
    state: { ...state, ...(isWaiting ? { status: 'partial' } : {}), ...(isOlder ? { updatedAt: checkedAt } : {}) },
    isFree,
  }
}

function isIn({ country, language }: PlaceFilter): (place: Place) => boolean {
  return (place) =>
    (country === undefined || place.country === country) && (language === undefined || place.language === language)
}

function placesOf(keywords: readonly Place[]): Place[] {
  return [
    ...new Map(keywords.map(({ country, language }) => [`${country} ${language}`, { country, language }])).values(),
  ]
}

type KnownFigures = (keyword: Place & { key: string }) => Figures | undefined

const maxPlaces = 10

/** Saved figures only; buys none. */
async function figuresIn(
  call: RpcClient,
  { accountId, id }: Pick<KnownSite, 'accountId' | 'id'>,
  places: readonly Place[],
): Promise<KnownFigures> {
  const known = new Map<string, Figures>()
  const read = async ({ country, language }: Place) => {
    const input = { params: { id }, query: { country, language } }
    const saved = await call('figures.snapshot', input, systemCaller(accountId)).catch(unlessAway)
    for (const [i, key] of (saved?.keys ?? []).entries()) {
      known.set(`${country} ${language} ${key}`, {
        volume: saved?.volumes[i] ?? null,
        difficulty: saved?.difficulties[i] ?? null,
        intent: saved?.intents[i] ?? null,
      })
    }
  }
  await Promise.all(places.slice(0, maxPlaces).map(read))
  return ({ country, language, key }) => known.get(`${country} ${language} ${key}`)
}

/** Ideas work without research; figures are then unknown. */
function unlessAway(error: unknown): null {
  if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'timeout')) return null
  throw error
}
