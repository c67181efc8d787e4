import { locale } from '../../../texts/locale.ts'
import { sites as t } from '../../../texts/sites.ts'
import type { OutputOf } from '../../api/call.ts'

export type Site = OutputOf<'siteSummaries.list'>['sites'][number]

/** The visibility; null before the first check. */
export function scoreOf({ score, checkedAt }: Pick<Site, 'score' | 'checkedAt'>): number | null {
  return checkedAt === null ? null : score
}

/** How far the visibility of the keywords that are known at both times went; null where there are none. */
export function gainOf({ compared }: Pick<Site, 'compared'>): number | null {
  const { score = null, before = null } = compared ?? {}
  return score === null || before === null ? null : Math.round(10 * (score - before)) / 10
}

type Known = Pick<Site, 'frozen' | 'checksPausedAt' | 'failed' | 'checkedAt'>

export function stateOf({ frozen, checksPausedAt, failed, checkedAt }: Known) {
  if (frozen) return { word: t.overTheLimit, tone: 'warn' } as const
  if (checksPausedAt !== null) return { word: t.paused, tone: 'plain' } as const
  if (failed > 0) return { word: t.failedNamed(failed.toLocaleString(locale)), tone: 'bad' } as const
  if (checkedAt === null) return { word: t.notCheckedYet, tone: 'plain' } as const
  return { word: t.checked, tone: 'good' } as const
}

type Totals = OutputOf<'adviceTotals.list'>['sites']
/** A site with the number of its recommendations; null while they are not counted. */
export type ListedSite = Site & { advice: number | null }
/** The sums of the sites of one client; `advice` is null where none of them is counted. */
export type Client = Record<'sites' | 'keywords' | 'up' | 'down' | 'failed', number> & {
  client: string | null
  advice: number | null
}

/** Sites belong to the client that their first tag names. */
export function clientOf({ tags }: Pick<Site, 'tags'>): string | null {
  return tags[0] ?? null
}

export function withAdvice(sites: readonly Site[], totals: Totals): ListedSite[] {
  const totalOf = new Map(totals.map(({ projectId, total }) => [projectId, total]))
  return sites.map((site) => ({ ...site, advice: totalOf.get(site.id) ?? null }))
}

export function sumOf(sites: readonly ListedSite[]): Omit<Client, 'client'> {
  const sum = (figure: (site: ListedSite) => number) => sites.reduce((all, site) => all + figure(site), 0)
  return {
    sites: sites.length,
    keywords: sum(({ keywords }) => keywords),
    up: sum(({ up }) => up),
    down: sum(({ down }) => down),
    failed: sum(({ failed }) => failed),
    advice: sites.every(({ advice }) => advice === null) ? null : sum(({ advice }) => advice ?? 0),
  }
}

/** The clients with what fell first; sites without a tag are together, last. */
export function clientsOf(sites: readonly ListedSite[]): Client[] {
  const all = [...Map.groupBy(sites, clientOf)].map(([client, own]) => ({ client, ...sumOf(own) }))
  return all.sort((one, other) => Number(one.client === null) - Number(other.client === null) || other.down - one.down)
}
