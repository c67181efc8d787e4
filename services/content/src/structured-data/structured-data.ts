import type { FetchThread } from '@rts/outside/guarded/fetch-thread'
import { fetchFailed } from '@rts/outside/guarded/refusal'
import type { Call } from '@rts/shared/contract/caller'
import type { Written } from '@rts/shared/contract/written'
import { AppError, invalidField } from '@rts/shared/errors'
import type { RequireThawed } from '@rts/shared/facts/frozen-site'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import { isWithin } from '@rts/shared/hosts'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { faults } from '@rts/shared/texts/faults'
import type { SchemaConfig } from './config.ts'
import { createLacks } from './lacks.ts'
import { createStructuredPool } from './structured-pool.ts'
import { codeTooLarge, isCodeTooLarge, type Source } from './write-check.ts'

export function createStructuredData(
  { fetcher, ...deps }: Pick<SchemaDeps, 'sites' | 'requireThawed'> & { fetcher: Pick<FetchThread, 'get'> },
  config: SchemaConfig,
) {
  const pool = createStructuredPool({ workers: config.SCHEMA_CHECK_THREADS, queued: 50, checkMs: 4_000, heapMb: 256 })
  return {
    handlers: schemaHandlers({ ...deps, check: pool.check, readPage: createPageReader(fetcher) }),
    lacksFor: (owner: string, signal: AbortSignal) => createLacks(pool, owner, signal),
    stop: pool.stop,
  }
}

type SchemaDeps = {
  /** Accounts take turns. */
  check(
    text: string | Omit<FetchedPage, 'url'>,
    account: string,
    signal: AbortSignal,
    source?: Source,
  ): Promise<Written>
  sites: Sites
  requireThawed: RequireThawed
  /** Reads a page of a domain; throws `fetch_failed`. */
  readPage(url: string, domain: string, signal: AbortSignal): Promise<FetchedPage>
}

function schemaHandlers({
  check,
  sites,
  requireThawed,
  readPage,
}: SchemaDeps): Pick<ServiceHandlers<'content'>, 'schema.check' | 'siteSchema.check'> {
  const checkCode = (code: string, { caller, signal }: Pick<Call, 'caller' | 'signal'>, source?: Source) => {
    if (isCodeTooLarge(code)) throw new AppError('payload_too_large', codeTooLarge)
    return check(code, caller.accountId, signal, source)
  }
  return {
    'schema.check': async ({ body, ...call }) => checkCode(body.code, call),
    'siteSchema.check': async ({ params, body: { code, url }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (code !== undefined && url !== undefined) throw invalidField('url', 'cannot be given together with code')
      if (code !== undefined) return checkCode(code, call, { source: 'code', url: null })
      if (url === undefined) throw invalidField('code', 'is required, or url')
      await requireThawed(site)
      const page = await readPage(url, site.domain, call.signal)
      return check(page, call.caller.accountId, call.signal, { source: 'url', url: page.url })
    },
  }
}

const readable = /^\s*(text\/|application\/(xhtml\+xml|ld\+json|json)\b)/i

type FetchedPage = { url: string; bytes: Uint8Array; contentType: string }

/** Follows redirects within the site only. */
function createPageReader(fetcher: Pick<FetchThread, 'get'>) {
  return async (address: string, domain: string, signal: AbortSignal): Promise<FetchedPage> => {
    const host = URL.parse(address)?.hostname.replace(/\.$/, '')
    if (!host || !isWithin(host, domain)) throw invalidField('url', faults.notOfSite({ domain }))
    const fetched = await fetcher.get(address, { within: domain, signal })
    if (!fetched.ok && fetched.kind === 'bad_url' && !fetched.wasAsked) throw invalidField('url', faults.notPublic)
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
