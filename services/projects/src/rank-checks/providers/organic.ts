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
  const url = realUrl(listed ?? '')
  const host = hostOfUrl(url)
  return host === null || (isGoogle(host) && isSealed(url)) ? null : { url, host }
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

/** Whether a result is Google's question whether a person searches, which some providers list as one. */
export function isCaptcha(url: string | null): boolean {
  return url?.includes('/sorry/') === true && /^https?:\/\/(?:www\.)?google\.[a-z.]+\/sorry\//i.test(url)
}
