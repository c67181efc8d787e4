import { dayMs } from '@rts/shared/clock'
import { hostOfUrl, isWithin } from '@rts/shared/hosts'

const domainPrefix = 'sc-domain:'

/** Whether a property is about a site: of its domain or one above it, or of addresses or a folder on it. */
export function isForSite(siteUrl: string, domain: string): boolean {
  if (siteUrl.startsWith(domainPrefix)) return isWithin(domain, siteUrl.slice(domainPrefix.length))
  const host = hostOfUrl(siteUrl)
  return host !== null && isWithin(host, domain)
}

/** Properties in the order to choose from: the site's own first, whole domains before addresses, then by name. */
export function inOrderFor<P extends { siteUrl: string }>(properties: readonly P[], domain: string) {
  const rank = ({ siteUrl }: P) => {
    if (!isForSite(siteUrl, domain)) return 3
    if (siteUrl === `${domainPrefix}${domain}`) return 0
    return siteUrl.startsWith(domainPrefix) ? 1 : 2
  }
  return properties
    .map((property) => ({ ...property, isForSite: isForSite(property.siteUrl, domain) }))
    .sort((a, b) => rank(a) - rank(b) || (a.siteUrl < b.siteUrl ? -1 : 1))
}

export type Window = { startDate: string; endDate: string }

/** Google counts days where it is, and its figures of a day are final two days later. */
const googleDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' })
const finalAfterDays = 2

/** The last days whose figures are final: so many, both ends included. */
export function lastDays(days: number, now: Date): Window {
  const today = Date.parse(googleDay.format(now))
  const day = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10)
  return { startDate: day(finalAfterDays + days - 1), endDate: day(finalAfterDays) }
}

export function daysBefore({ startDate }: Window, days: number): Window {
  const day = (ago: number) => new Date(Date.parse(startDate) - ago * dayMs).toISOString().slice(0, 10)
  return { startDate: day(days), endDate: day(1) }
}
