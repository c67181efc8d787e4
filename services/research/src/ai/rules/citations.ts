import { hostOfUrl, isWithin, normaliseHost, registrableDomain } from '@rts/shared/hosts'
import { isSealed, realUrl } from '@rts/shared/real-url'

/** A source that an engine names; `title` is its own. */
export type Citation = { url: string; title: string | null }

/** Gemini's addresses lead through Google; the host that they lead to is their title. */
const redirector = 'vertexaisearch.cloud.google.com'

/** The citation with the address of the page itself, for every engine. */
export function realCitation({ url, title }: Citation): Citation {
  return { url: realUrl(url), title }
}

/** The host that a citation leads to, normalised like a site's domain; null when it names none. */
export function citedHost(citation: Citation): string | null {
  const { url, title } = realCitation(citation)
  const isHidden = isSealed(url)
  const host = isHidden ? null : (hostOfUrl(url) ?? hostOfUrl(`https://${url}`))
  if ((!isHidden && host !== redirector) || title === null) return host
  const named = normaliseHost(title)
  return named.ok ? named.host : host
}

/** The place of the domain's first citation among the registrable domains that are cited, each counted once; null when it has none. */
export function citationPlace(hosts: readonly string[], domain: string): number | null {
  const own = hosts.find((host) => isWithin(host, domain))
  if (own === undefined) return null
  const places = [...new Set(hosts.map(registrableDomain))]
  return places.indexOf(registrableDomain(own)) + 1
}
