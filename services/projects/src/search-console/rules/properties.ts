import { hostOfUrl, isWithin } from '@rts/shared/hosts'

const domainPrefix = 'sc-domain:'

/**
 * Whether a property is about a site: of its domain or one above it as a whole, or of addresses on it. A property of one
 * folder is as well, though it holds less.
 */
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
