import { hostOfUrl, isWithin } from '@rts/shared/hosts'
import { type Citation, citationPlace, citedHost } from './citations.ts'
import { createNameFinder } from './names.ts'
import { folded, plain, withoutCode, withoutMarks } from './plain-text.ts'
import { readHosts } from './prose-hosts.ts'

/** A brand as written, its domain and aliases. */
export type Known = { brand: string; domain: string; aliases: readonly string[] }
export type Answered = { text: string; citations: readonly Citation[] }
export type Detection = {
  mentioned: boolean
  cited: boolean
  /** Place of its first mention among all named; null: not named. */
  position: number | null
  /** Place among cited domains; null: not cited. */
  citationPosition: number | null
}

/** Who is named in an answer, and how the site's own brand does. */
export type Detector = (answer: Answered) => Detection & { rivalsNamed: number }

/**
 * Prepares the search for a brand and its rivals. The rules, in their order: code goes; invisible signs go; links and addresses leave
 * the text (their labels stay) and count as citations after the engine's own; the echoed prompt goes; a bare host names its owner,
 * other hosts and e-mail addresses name no one; a name counts as a whole word of its script with the endings of that script's
 * languages and never inside a longer known name. A name of ordinary letters that its owner writes with a capital counts only with
 * the capital, or beside a citation of its site.
 */
export function createDetector(own: Known, rivals: readonly Known[], prompt = ''): Detector {
  const known = [own, ...rivals]
  const domains = known.map(({ domain }) => hostOfUrl(`https://${domain}`) ?? '')
  const names = known.map(({ brand, aliases }) => [brand, ...aliases])
  const spelt = new Set(names.flat().map((name) => folded(plain(withoutMarks(name)).trim())))
  const find = createNameFinder(names)
  const [ownDomain = ''] = domains
  const withoutWritten = withoutEcho(prompt)
  const withoutRead = withoutEcho(plain(withoutAddresses(withoutMarks(prompt)).text))

  return ({ text, citations }) => {
    const prose = withoutAddresses(withoutMarks(withoutWritten(withoutCode(text))))
    const read = readHosts(withoutRead(plain(prose.text)), domains, (token) => spelt.has(folded(token)))
    const hosts = [...citations, ...prose.urls.map((url) => ({ url, title: null }))].flatMap(
      (citation) => citedHost(citation) ?? [],
    )
    const isCited = (owner: number) => {
      const domain = domains[owner] ?? ''
      return domain !== '' && hosts.some((host) => isWithin(host, domain))
    }
    const named = find({ text: read.text, folded: folded(read.text), isCited })
    const [ownAt = null, ...rivalsAt] = named.map((at, owner) => earlier(at, read.first[owner] ?? null))
    const citationPosition = ownDomain === '' ? null : citationPlace(hosts, ownDomain)
    return {
      mentioned: ownAt !== null,
      cited: citationPosition !== null,
      position: ownAt === null ? null : 1 + rivalsAt.filter((at) => at !== null && at < ownAt).length,
      citationPosition,
      rivalsNamed: rivalsAt.filter((at) => at !== null).length,
    }
  }
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b
  return Math.min(a, b)
}

/** Removes the echoed prompt; a one-word prompt stays, since it may be a name. */
function withoutEcho(prompt: string): (text: string) => string {
  const words = prompt
    .replace(/[\s\p{P}]+$/u, '')
    .split(/\s+/u)
    .filter(Boolean)
  if (words.length < 2) return (text) => text
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('\\s+')
  const echo = new RegExp(pattern, 'giu')
  return (text) => text.replace(echo, ' ')
}

/** Trailing sentence and bracket characters are cut later. */
const address =
  /https?:\/\/[^\s/?#<>"'“”„«»、。，；：！？（）「」『』【】《》]{1,300}(?:[/?#][^\s<>"“”„«»、。，；：！？（）「」『』【】《》]{0,2000})?/giu
const bareTarget = /\]\((?!https?:)([^\s()]+)(?:\s+"[^"]*")?\)/giu
const unspaced = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}]'
/** Prose after an address without space: no top-level domain and few paths mix scripts. */
const proseAfter = new RegExp(`(?<=[A-Za-z0-9])${unspaced}`, 'u')

/** Takes addresses out, in order; link labels stay. */
function withoutAddresses(text: string): { text: string; urls: string[] } {
  const source = text.includes('](')
    ? text.replace(bareTarget, (whole, target: string) => (hasInnerDot(target) ? `](https://${target})` : whole))
    : text
  const urls: string[] = []
  let rest = ''
  let done = 0
  address.lastIndex = 0
  for (let found = address.exec(source); found; found = address.exec(source)) {
    const url = withoutEnd(beforeProse(found[0]))
    urls.push(url)
    rest += `${source.slice(done, found.index)} `
    done = found.index + url.length
    // The cut part may hold the next address.
    address.lastIndex = done
  }
  return { text: rest + source.slice(done), urls }
}

/** As a regular expression it would be quadratic in dots. */
function hasInnerDot(target: string): boolean {
  return target.slice(1, -1).includes('.')
}

function beforeProse(matched: string): string {
  const at = matched.search(proseAfter)
  return at < 0 ? matched : matched.slice(0, at)
}

/** Drops sentence punctuation, and a bracket opened before the address. */
function withoutEnd(url: string): string {
  for (let end = url.length; ; end--) {
    const last = url[end - 1] ?? ''
    const kept = url.slice(0, end)
    if (/[.,;:!?'…}\]|\\]/u.test(last)) continue
    if (last === ')' && count(kept, ')') > count(kept, '(')) continue
    return kept
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}
