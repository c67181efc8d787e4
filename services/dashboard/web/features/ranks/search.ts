import { search as t } from '../../../texts/search.ts'
import { type RankGroup, rankGroups } from './rank-groups.ts'

export const periods = { 7: t.days7, 30: t.days30, 90: t.days90, 365: t.year1 } as const
export type Days = keyof typeof periods
export { defaultDays } from '../../first-calls.ts'

/** The view of a site's page. It is in the address so that it can be shared. */
export type SiteSearch = { only?: RankGroup; open?: string; days?: Days }

export function siteSearch({ only, open, days }: Record<string, unknown>): SiteSearch {
  return {
    ...(typeof only === 'string' && only in rankGroups && { only: only as RankGroup }),
    ...(typeof open === 'string' && { open }),
    ...(typeof days === 'number' && days in periods && { days: days as Days }),
  }
}
