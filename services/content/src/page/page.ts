import { Parser } from 'htmlparser2'
import { decodePage } from './charset.ts'
import { readDirectives } from './directives.ts'
import { createElements } from './elements.ts'
import type { Page, Served } from './model.ts'
import { textFacts } from './text.ts'

export { decodePage } from './charset.ts'
export { hashOf } from './hash.ts'
export type { Image, Link, Page, Resource, Served } from './model.ts'
export { minimaOf } from './sketch.ts'

/** Pieces let a too deep page stop early. */
const pieceLength = 65_536

/** Parses a page in one pass. Never throws, like browsers. */
export function readPage({ body, isCut = false, ...served }: Served): Page {
  const { text, charset } = decodePage(body, served.headers['content-type'] ?? '')
  const elements = createElements((href, base) => pageUrl(href, base ?? served.url), served.url)
  const parser = new Parser(elements.handler, { decodeEntities: true })
  for (let at = 0; at < text.length && !elements.isTooDeep(); at += pieceLength)
    parser.write(text.slice(at, at + pieceLength))
  parser.end()
  const isPartial = isCut || elements.isTooDeep()
  const { visible, prose, templates, ...found } = elements.end(isPartial)
  return {
    ...served,
    ...found,
    bytes: body.length,
    isPartial,
    charset,
    structured: structuredOf(found, () => without(templates, text)),
    lacks: [],
    text: textFacts(visible, prose),
    directives: readDirectives(found.metas, served.headers['x-robots-tag']),
  }
}

/** Scripts are extracted alone; attributes can be anywhere, so markup keeps the page. */
function structuredOf({ jsonLd, hasMarkup }: Pick<Page, 'jsonLd' | 'hasMarkup'>, text: () => string): string | null {
  if (hasMarkup) return text()
  const scripts = jsonLd.map((json) => `<script type="application/ld+json">${json}</script>`)
  return scripts.length === 0 ? null : scripts.join('')
}

function without(parts: readonly { from: number; to: number }[], text: string): string {
  const kept = parts.map(({ from }, i) => text.slice(parts[i - 1]?.to ?? 0, from))
  return kept.join('') + text.slice(parts.at(-1)?.to ?? 0)
}

/** Tracking parameters never select a page. */
const tracking =
  /^(utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|igshid|mc_[ce]id|_ga|_gl|phpsessid|jsessionid|sessionid|sid)$/i
const maxLength = 2_048

/** The canonical form of a page address; null if it is none. */
export function pageUrl(href: string, base?: string): string | null {
  const url = href.length > maxLength * 2 ? null : URL.parse(href, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (url.hash !== '') url.hash = ''
  if (url.search !== '') url.search = withoutTracking(url.search)
  if (url.pathname.includes(';')) url.pathname = url.pathname.replace(/;jsessionid=[^/]*/i, '')
  const text = withoutEmptyEnd(url.href)
  if (text.length > maxLength) return null
  // Copies the string: a slice would keep the whole page in memory.
  return text === href ? Buffer.from(text, 'latin1').toString('latin1') : text
}

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

/** Host of a `pageUrl` without `www.`, with an unusual port. */
export function siteHost(url: string): string {
  const at = url.indexOf('//') + 2
  const end = url.indexOf('/', at)
  const from = url.startsWith('www.', at) ? at + 4 : at
  return end < 0 ? '' : url.slice(from, end)
}

/** Same host but for `www.`, over http or https. */
export function isSameSite(url: string, host: string): boolean {
  return siteHost(url) === host
}
