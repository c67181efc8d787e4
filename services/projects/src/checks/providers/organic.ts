import { phraseIdentity } from '@rts/shared/contract/fields'
import { hostOfUrl, normaliseHost } from '@rts/shared/hosts'
import { isGoogle, isSealed, realUrl } from '@rts/shared/real-url'

/** A result as a provider lists it: its address, and the host or address that the page shows below its title. */
export type ListedResult = { url: string | null; shown?: string | null | undefined }

/** Where a result leads: the address of the page itself, and its host. */
export type Found = { url: string; host: string }
/** The owner of a result; `url` is null where only the shown host can be read. */
export type Owner = { url: string | null; host: string }

/** Reads the address that a provider lists, for every adapter; null if it is missing, sealed or has no readable host. */
export function foundAt(listed: string | null | undefined): Found | null {
  const url = realUrl((listed ?? '').trim())
  const host = hostOfUrl(url)
  return host === null || isSealed(url) || isOwnBlock(url) ? null : { url, host }
}

/** Whose result it is, by its address or else by the host that the page shows; null if neither can be read. It still counts as a position. */
export function ownerOf({ url, shown }: ListedResult): Owner | null {
  const found = foundAt(url)
  if (found || !shown) return found
  // "https://example.com › shop", "example.com/shop"
  const [name = ''] = shown
    .trim()
    .replace(/^https?:\/\//i, '')
    .slice(0, 300)
    .split(/[\s/›]/u)
  const read = normaliseHost(name)
  // An engine that seals an address may print its own.
  return read.ok && !isGoogle(read.host) ? { url: null, host: read.host } : null
}

/** Whether Google asks something in the place of a page: whether a person searches, or for consent. Some providers list it as a result. */
export function isCaptcha(url: string | null): boolean {
  if (!url || !(url.includes('sorry') || url.includes('consent'))) return false
  const page = URL.parse(realUrl(url), 'https://www.google.com')
  const asks = page?.pathname.startsWith('/sorry/') || page?.hostname.startsWith('consent.')
  return asks === true && isGoogle(page?.hostname ?? '')
}

/** On Google's page about unusual traffic no link leads away from Google; parsed into results it has two or three. */
const maxLinksOfQuestion = 3

/** Whether results are the parts of a page on which Google asks something: few, and none of another site. */
export function isQuestion(owners: readonly (Owner | null)[]): boolean {
  return owners.length <= maxLinksOfQuestion && owners.every((owner) => owner === null || isGoogle(owner.host))
}

/** Whether a page is for another spelling than the one that was asked for, by the facts about the search that most providers list. */
export function isRespelled(information: unknown): boolean {
  const { query_displayed, query = query_displayed, showing_results_for: shown } = Object(information)
  return typeof shown === 'string' && typeof query === 'string' && phraseIdentity(shown) !== phraseIdentity(query)
}

const ownBlock = /^(?:https?:)?(?:\/\/([^/?#]+))?\/(?:search|aclk|pagead\/aclk)\?/

/** Whether an address is of an ad or of another search of Google's: what providers list by it among the results is a block of the page. */
export function isOwnBlock(url: string): boolean {
  // Nearly all addresses are none, and a page has a hundred.
  if (!url.includes('/search?') && !url.includes('/aclk?')) return false
  const [found, host] = ownBlock.exec(url) ?? []
  return found !== undefined && (!host || isGoogle(host) || host === 'www.googleadservices.com')
}

/** The results without a block that is listed among them again: three of its addresses or more, all of them, in its order. */
export function withoutBlock(listed: ListedResult[], block: readonly string[]): ListedResult[] {
  const at = listed.findIndex((_, i) => block.every((url, j) => listed[i + j]?.url === url))
  return block.length < 3 || at < 0 ? listed : listed.toSpliced(at, block.length)
}
