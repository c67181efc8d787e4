import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import { fetchFailed } from '@rts/outside/guarded/refusal'
import { AppError, invalidField } from '@rts/shared/errors'
import { isWithin } from '@rts/shared/hosts'

const readable = /^\s*(text\/|application\/(xhtml\+xml|ld\+json|json)\b)/i

/** A page as it was fetched, not yet decoded. */
export type FetchedPage = { url: string; bytes: Uint8Array; contentType: string }

/** Fetches one page of a site, wherever within the site its redirects lead. */
export function createPageReader(fetcher: Pick<GuardedFetcher, 'get'>) {
  return async (address: string, domain: string, signal: AbortSignal): Promise<FetchedPage> => {
    const host = URL.parse(address)?.hostname.replace(/\.$/, '')
    if (!host || !isWithin(host, domain)) throw invalidField('url', `must be the address of a page of ${domain}`)
    const fetched = await fetcher.get(address, { within: domain, signal })
    if (!fetched.ok) throw fetchFailed(fetched.kind)
    const contentType = fetched.headers['content-type'] ?? ''
    if (fetched.status >= 400) throw unreadable(`it answers ${fetched.status} (status)`)
    if (contentType && !readable.test(contentType)) throw unreadable('it is no page (content_type)')
    return { url: fetched.url, bytes: fetched.body, contentType }
  }
}

function unreadable(why: string): AppError {
  return new AppError('fetch_failed', `The address could not be fetched: ${why}`)
}
