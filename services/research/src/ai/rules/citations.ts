import { hostOfUrl, isWithin, normaliseHost, registrableDomain } from '@rts/shared/hosts'
import { isSealed, realUrl } from '@rts/shared/real-url'

/** `title` is the source's own. */
export type Citation = { url: string; title: string | null }

/** Gemini's redirects; the target host is the title. */
const redirector = 'vertexaisearch.cloud.google.com'

/** The citation with the page's own address. */
export function realCitation({ url, title }: Citation): Citation {
  return { url: realUrl(url), title }
}

/** As a site domain; null if none. */
export function citedHost(citation: Citation): string | null {
  const { url, title } = realCitation(citation)
  const isHidden = isSealed(url)
  const host = isHidden ? null : (hostOfUrl(url) ?? hostOfUrl(`https://${url}`))
  if ((!isHidden && host !== redirector) || title === null) return host
  const named = normaliseHost(title)
  return named.ok ? named.host : host
}

/** Place among distinct registrable domains; null: not cited. */
export function citationPlace(hosts: readonly string[], domain: string): number | null {
  const own = hosts.find((host) => isWithin(host, domain))
  if (own === undefined) return null
  const places = [...new Set(hosts.map(registrableDomain))]
  return places.indexOf(registrableDomain(own)) + 1
}
