/** Parameters that say where a visitor came from, or who it is, and never which page is meant. */
const tracking =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|phpsessid|jsessionid|sessionid|sid)$/i
const maxLength = 2_048

/** The address of a page in the one form that identifies it; null for what is no address of a page. */
export function pageUrl(href: string, base?: string): string | null {
  const url = href.length > maxLength * 2 ? null : URL.parse(href, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (url.hash !== '') url.hash = ''
  if (url.search !== '') url.search = withoutTracking(url.search)
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '')
  const text = withoutEmptyEnd(url.href)
  return text.length > maxLength ? null : text
}

/** An empty `#` or `?` at the end is no part of the address. */
function withoutEmptyEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === '?' || text[end - 1] === '#') end--
  return text.slice(0, end)
}

function withoutTracking(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !tracking.test(pair.split('=')[0] ?? ''))
  return kept.join('&')
}

/** The host of a page without a leading `www.`, with the port where it is an unusual one. */
export function siteHost(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? ''
}

/** Whether two addresses are pages of one site: the same host but for `www.`, over http or https. */
export function isSameSite(url: string, host: string): boolean {
  return siteHost(url) === host
}
