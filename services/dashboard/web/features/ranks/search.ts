import { type Standing, standings } from './standing.ts'

/** The periods that ranks are compared over, in days. */
export const periods = { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' } as const
export type Days = keyof typeof periods
export const defaultDays = 7

/** What a page of a site shows: in the address, so that it can be sent to others. */
export type SiteSearch = { only?: Standing; open?: string; days?: Days }

export function siteSearch({ only, open, days }: Record<string, unknown>): SiteSearch {
  return {
    ...(typeof only === 'string' && only in standings && { only: only as Standing }),
    ...(typeof open === 'string' && { open }),
    ...(typeof days === 'number' && days in periods && { days: days as Days }),
  }
}
