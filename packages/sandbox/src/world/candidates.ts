import { domainToASCII } from 'node:url'
import type { Query } from './query.ts'
import { hash, pick, unit } from './seed.ts'
import { bigHosts, inventedHosts, sections, shopForms } from './vocabulary.ts'

/** Letters and digits joined by `joint`, at most `limit` code points. */
function slug(phrase: string, joint: string, limit = 40): string {
  const words = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return [...words.join(joint)].slice(0, limit).join('')
}

/** Exact-match domains, which rank for nearly anything. */
function phraseHosts(phrase: string): string[] {
  const joined = slug(phrase, '', 30)
  if (joined === '') return []
  const dashed = slug(phrase, '-', 30).replace(/-$/, '')
  return [`www.${joined}.com`, `${dashed}.org`, `best${joined}.net`, `shop.${dashed}.co.uk`]
}

/** Named after what they sell: `tokokopi.co.id` for phrases that begin with kopi. */
function localShops({ phrase, country }: Pick<Query, 'phrase' | 'country'>): string[] {
  const subject = slug(phrase.split(' ')[0] ?? '', '', 30)
  if (subject === '') return []
  return (shopForms[country] ?? []).map((form) => form.replace('{p}', subject))
}

function pathOn(host: string, phrase: string, words: string, page: number): string {
  if (host.endsWith('wikipedia.org')) return `/wiki/${slug(phrase, '_', 60)}${page === 0 ? '' : '_(disambiguation)'}`
  if (host === 'www.youtube.com') return `/watch?v=${hash(phrase, page).toString(36).padStart(11, 'x')}`
  if (host === 'www.amazon.com')
    return page === 0 ? `/s?k=${words}` : `/${words}/dp/B0${hash(phrase).toString(36).toUpperCase()}`
  if (host === 'www.reddit.com')
    return `/r/${slug(phrase, '', 20)}/comments/${hash(phrase, page).toString(36)}/${words}/`
  if (page === 0 && unit(phrase, host, 'home') < 0.25) return '/'
  return `/${pick(sections, phrase, host)}/${words}${page === 0 ? '' : '-2'}${unit(phrase, host, 'end') < 0.3 ? '/' : ''}`
}

/** Smaller ranks first: big sites and exact-match domains are never cut off. */
function weight(seed: number, host: string, isFavoured: boolean): number {
  return unit(seed, host) * (isFavoured ? 0.25 : 1)
}

/** In the phrase's long-term order, no duplicates; a few hosts have a second page behind their first. */
export function candidateUrls(query: Pick<Query, 'phrase' | 'country' | 'language'>, count: number): string[] {
  const seed = hash(query.phrase, query.country, query.language)
  const favoured = [...bigHosts, ...phraseHosts(query.phrase), ...localShops(query)]
  const weights = new Map<string, number>()
  for (const host of inventedHosts) weights.set(host, weight(seed, host, false))
  for (const host of favoured) {
    const name = domainToASCII(host)
    if (name !== '') weights.set(name, weight(seed, name, true))
  }
  const ordered = [...weights].sort((a, b) => a[1] - b[1])
  const words = slug(query.phrase, '-', 60) || 'search'
  const urls: string[] = []
  for (const [host] of ordered) {
    if (urls.length >= count) break
    for (const page of unit(seed, host, 'second') < 0.05 ? [0, 1] : [0])
      urls.push(new URL(`https://${host}${pathOn(host, query.phrase, words, page)}`).href)
  }
  return urls.slice(0, count)
}
