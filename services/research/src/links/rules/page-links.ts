import { hostOfUrl, isWithin } from '@rts/shared/hosts'
import { tokensOf } from './html.ts'

export type FoundLink = { urlTo: string; anchor: string; rel: string[] }
export type PageLinks = {
  title: string | null
  isNoindex: boolean
  isNofollow: boolean
  outgoing: number
  found: FoundLink[]
}

const longestText = 300
/** Longer texts are cut, longer addresses skipped; bounds links too. */
const longestRead = 10_000
const longestAddress = 4_096
export const maxFound = 1_000
const maxRel = 20
const longestRel = 50

/** Links of a page to a domain, and its robots directives. */
export function readPage(html: string, pageUrl: string, domain: string): PageLinks {
  const page: PageLinks = { title: null, isNoindex: false, isNofollow: false, outgoing: 0, found: [] }
  const pageHost = hostOfUrl(pageUrl)
  let base = pageUrl
  let link: FoundLink | null = null
  let title: string | null = null
  for (const token of tokensOf(html)) {
    if (token.type === 'text') {
      if (link) link.anchor = joined(link.anchor, token.text)
      if (title !== null) title = joined(title, token.text)
    } else if (token.type === 'close') {
      if (token.name === 'a') link = null
      if (token.name === 'title' && title !== null) {
        page.title ??= tidy(title)
        title = null
      }
    } else {
      const { name, attributes } = token
      if (name === 'title') title = ''
      else if (name === 'base') base = addressOf(attributes.get('href') ?? '', pageUrl)?.href ?? base
      else if (name === 'meta') readRobots(attributes, page)
      // A picture's alt is the link's text.
      else if (name === 'img' && link) link.anchor = joined(link.anchor, ` ${attributes.get('alt') ?? ''} `)
      else if (name === 'a') link = readLink(attributes, base, domain, pageHost, page)
    }
  }
  for (const each of page.found) each.anchor = tidy(each.anchor)
  return page
}

function readLink(
  attributes: ReadonlyMap<string, string>,
  base: string,
  domain: string,
  pageHost: string | null,
  page: PageLinks,
): FoundLink | null {
  const url = addressOf(attributes.get('href')?.trim() ?? '', base)
  const host = url && attributes.has('href') ? hostOfUrl(url.href) : null
  if (!url || host === null) return null
  if (host !== pageHost) page.outgoing++
  if (!isWithin(host, domain)) return null
  const rel = (attributes.get('rel') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.slice(0, longestRel))
  const link = { urlTo: url.href, anchor: '', rel: [...new Set(rel)].slice(0, maxRel) }
  if (page.found.length < maxFound) page.found.push(link)
  return link
}

function joined(before: string, text: string): string {
  return before.length < longestRead ? before + text.slice(0, longestRead) : before
}

function addressOf(href: string, base: string): URL | null {
  return href.length > longestAddress ? null : URL.parse(href, base)
}

function readRobots(attributes: ReadonlyMap<string, string>, page: PageLinks): void {
  if (!/^(robots|googlebot)$/i.test(attributes.get('name') ?? '')) return
  const said = robotsSays(attributes.get('content') ?? '')
  page.isNoindex ||= said.isNoindex
  page.isNofollow ||= said.isNofollow
}

export function robotsSays(content: string): { isNoindex: boolean; isNofollow: boolean } {
  const words = content.toLowerCase().split(/[\s,:]+/)
  const isNone = words.includes('none')
  return { isNoindex: isNone || words.includes('noindex'), isNofollow: isNone || words.includes('nofollow') }
}

export function isFollowed(rel: readonly string[]): boolean {
  return !rel.some((word) => word === 'nofollow' || word === 'ugc' || word === 'sponsored')
}

function tidy(text: string): string {
  return [...text.replace(/\s+/gu, ' ').trim()].slice(0, longestText).join('')
}
