import { hostOfUrl } from '@rts/shared/hosts'
import { realUrl } from '@rts/shared/real-url'

/** A result as a provider lists it; one without a readable address still counts as a position. */
export type ListedResult = { url: string | null }

/** Where a result leads: the address of the page itself, and its host. */
export type Found = { url: string; host: string }

/** Reads the address that a provider lists, for every adapter; null if it is missing or has no readable host. */
export function foundAt(listed: string | null | undefined): Found | null {
  const url = realUrl(listed ?? '')
  const host = hostOfUrl(url)
  return host === null ? null : { url, host }
}
