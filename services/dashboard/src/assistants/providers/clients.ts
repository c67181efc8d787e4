import type { Fetched, FetchOptions, GuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { ClientProof } from '@rts/shared/contract/rows/grant'
import { AppError } from '@rts/shared/errors'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import { shownName } from '@rts/shared/shown-name'
import { refusals } from '@rts/shared/texts/refusals'
import { z } from 'zod'

/** A client as it describes itself, or as people of the only account that it may ask did. */
type Client = {
  id: string
  name: string
  /** Null where no document gives one. */
  host: string | null
  proof: ClientProof
  redirectUris: readonly string[]
  skipsPkce: boolean
  accountId: string | null
}
/** Throws `bad_request` or `fetch_failed` for a client that cannot be shown. */
export type ReadClient = (id: string) => Promise<Client>

/** Redirects are not followed: the document is proof of its own address alone. */
const options: FetchOptions = { keepsRedirects: true, maxBytes: 16_384, types: /^application\/(\w+\+)?json\b/i }
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().max(1_000).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(100),
  token_endpoint_auth_method: z.string().optional(),
  /** A client that prefers to sign may be able to do without. */
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  client_secret: z.undefined().optional(),
})

/** Reads a client's metadata document, anew each time: its host may have changed it. */
export function createDocumentReader(fetcher: Pick<GuardedFetcher, 'get'>): ReadClient {
  return async (id) => {
    const { host } = requireAddress(id)
    const fetched = await fetcher.get(id, options)
    const document = documentSchema.safeParse(jsonOf(fetched))
    if (!document.success) throw unbelievable(host, 'has no description of this program')
    const { client_id, client_name = '', redirect_uris: redirectUris, ...client } = document.data
    if (client_id !== id) throw unbelievable(host, 'describes another program')
    const methods = client.token_endpoint_auth_methods_supported ?? [client.token_endpoint_auth_method ?? 'none']
    if (!methods.includes('none')) throw unbelievable(host, 'describes a program that connects in a way unknown here')
    const proof = 'document' as const
    return {
      id,
      name: shownName(client_name) ?? host,
      host,
      proof,
      redirectUris,
      skipsPkce: false,
      accountId: null,
    }
  }
}

/** An https address with a path, written in one way only. */
function requireAddress(id: string): URL {
  const url = URL.parse(id)
  if (url?.protocol === 'https:' && url.href === id && url.pathname !== '/' && !url.username && !id.includes('#'))
    return url
  const forms = 'client_id must be an https address, or one that this service gave'
  throw new AppError('bad_request', `This link does not say which program asks: ${forms}`)
}

function jsonOf(fetched: Fetched): unknown {
  if (!fetched.ok || fetched.status !== 200) return undefined
  try {
    return JSON.parse(Buffer.from(fetched.body).toString('utf8'))
  } catch {
    return undefined
  }
}

function unbelievable(host: string, what: string): AppError {
  return new AppError('fetch_failed', `A program asks in the name of ${host}, but ${host} ${what}`)
}

/** Reads clients that the gateway knows: those that registered themselves, and those that people made by hand. */
export function createOwnClientReader(call: RpcClient): ReadClient {
  return async (id) => {
    const { client } = await call('oauthClients.get', { query: { id } }, systemCaller()).catch(unknown)
    return { ...client, host: null } satisfies Client
  }
}

function unknown(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('bad_request', refusals.programUnknown)
}
