import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import { besideOwnPages, type Merged, mergedState } from '@rts/shared/collects/merged-state'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { latestCheck, type Place, rivalRanks } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { AuditReport } from '../audit/report.ts'
import type { CrawlKind } from '../crawl/crawl-kind.ts'
import type { CrawlListStore } from '../crawl/crawls.sql.ts'
import type { FigureReader } from './figures.ts'
import type { Known } from './rules/model.ts'
import { sitePages } from './rules/site-pages.ts'

export type KnowledgeDeps = {
  collects: Collects
  crawl: CrawlKind
  crawls: CrawlListStore
  projects: ProjectReader
  figures: FigureReader
}
export type PlaceFilter = { country?: string | undefined; language?: string | undefined }
/** `domains`: the site's own and those of its competitors. */
export type Knowledge = { known: Known; domains: string[]; merged: Merged }

/** What is known of a site for its ideas, as far as `asker` may start the crawl of it. */
export type KnowledgeOf = (site: KnownSite, filter: PlaceFilter, asker: Asker) => Promise<Knowledge>

/** How many days ago ranks are compared with. */
const earlierDays = [30, 90]

/** Reads all that ideas for a site are made of. Of it only the crawl is collected, and it is waited for only where nothing else is there. */
export function knowledgeFrom({ collects, crawl, crawls, projects, figures }: KnowledgeDeps): KnowledgeOf {
  return async (site, filter, asker) => {
    const { accountId, id, domain } = site
    const [comparison, pages, searched, ...earlier] = await Promise.all([
      projects.comparison(accountId, id),
      projects.pages(accountId, id),
      projects.searched(accountId, id),
      ...earlierDays.map((days) => projects.earlierRanks(accountId, id, days)),
    ])
    const keywords = comparison.keywords.filter(isIn(filter))
    const checkedAt = latestCheck(keywords)
    const [[reading], figuresOf] = await Promise.all([
      collects.read(crawl, [{ siteId: id, domain }], checkedAt === null ? asker : { ...asker, waitMs: 0 }),
      figures(accountId, id, placesOf(keywords)),
    ])
    if (!reading) throw new Error('one input, one reading')
    const crawled = reading.body && reading.state.updatedAt ? { at: reading.state.updatedAt, ...reading } : null
    return {
      known: {
        ...{ site, keywords, pages, earlier, figuresOf },
        // Of Google's queries nobody knows the place: they count for the site's own.
        searched: isIn(filter)(site) ? searched : null,
        rivalsOf: (keyword) => rivalRanks(comparison, keyword),
        crawl: crawled && { pages: sitePages(await crawls.pages(site)), at: crawled.at, sandbox: crawled.sandbox },
      },
      domains: [domain, ...comparison.competitors.map((rival) => rival.domain)],
      merged: stateOf(reading, keywords.length > 0, checkedAt),
    }
  }
}

/** The crawl's state beside the ranks: as old as the older of the two, and a part while tracked keywords wait for their first check. */
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
