import type { Fetched, FetchOptions, GuardedFetcher } from '@rts/outside/guarded/fetcher'
import { name as shownAs } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'

/** A client as it describes itself. */
export type Client = { id: string; name: string; host: string; redirectUris: readonly string[] }
export type ReadClient = (id: string) => Promise<Client>

/** Redirects are not followed: the document is proof of its own address alone. */
const options: FetchOptions = { keepsRedirects: true, maxBytes: 16_384, types: /^application\/(\w+\+)?json\b/i }
/** The name on the page; a client with another name is shown by its host. */
const shownName = shownAs(100)
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(100),
  token_endpoint_auth_method: z.string().optional(),
  /** A client that prefers to sign may be able to do without. */
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  client_secret: z.undefined().optional(),
})

/** Reads a client's metadata document, anew each time: its host may have changed it. Throws `fetch_failed`. */
export function createClientReader(fetcher: Pick<GuardedFetcher, 'get'>): ReadClient {
  return async (id) => {
    const { host } = requireAddress(id)
    const fetched = await fetcher.get(id, options)
    const document = documentSchema.safeParse(jsonOf(fetched))
    if (!document.success) throw unbelievable(host, 'has no description of this program')
    const { client_id, client_name = '', redirect_uris: redirectUris, ...client } = document.data
    if (client_id !== id) throw unbelievable(host, 'describes another program')
    const methods = client.token_endpoint_auth_methods_supported ?? [client.token_endpoint_auth_method ?? 'none']
    if (!methods.includes('none')) throw unbelievable(host, 'describes a program that connects in a way unknown here')
    return { id, name: shownName.safeParse(printable(client_name)).data ?? host, host, redirectUris }
  }
}

/** An https address with a path, written in one way only. */
function requireAddress(id: string): URL {
  const url = URL.parse(id)
  if (url?.protocol === 'https:' && url.href === id && url.pathname !== '/' && !url.username && !id.includes('#'))
    return url
  throw new AppError('bad_request', 'This link does not say which program asks: client_id must be an https address')
}

function jsonOf(fetched: Fetched): unknown {
  if (!fetched.ok || fetched.status !== 200) return undefined
  try {
    return JSON.parse(Buffer.from(fetched.body).toString('utf8'))
  } catch {
    return undefined
  }
}

/** A name on one line, without characters that are not seen. */
function printable(name: string): string {
  return [
    ...name
      .normalize('NFC')
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, 100)
    .join('')
}

function unbelievable(host: string, what: string): AppError {
  return new AppError('fetch_failed', `A program asks in the name of ${host}, but ${host} ${what}`)
}
