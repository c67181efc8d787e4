import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { Call } from '@rts/shared/contract/call'
import type { Written } from '@rts/shared/contract/written'
import { AppError, invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SchemaConfig } from './config.ts'
import { createLacks } from './lacks.ts'
import { codeTooLarge, isCodeTooLarge, type Source } from './schema-code.ts'
import { createPageReader, type FetchedPage } from './site-page.ts'
import { createStructuredPool } from './structured-pool.ts'

/** Checks of structured data, in threads of their own. */
export function createStructuredData(
  { fetcher, sites }: { fetcher: GuardedFetcher; sites: Sites },
  config: SchemaConfig,
) {
  const pool = createStructuredPool({ workers: config.SCHEMA_CHECK_THREADS, queued: 50, checkMs: 4_000, heapMb: 256 })
  return {
    handlers: schemaHandlers({ check: pool.check, sites, readPage: createPageReader(fetcher) }),
    /** Checks the structured data of one crawl's pages. */
    lacksFor: (owner: string, signal: AbortSignal) => createLacks(pool, owner, signal),
    stop: pool.stop,
  }
}

type SchemaDeps = {
  /** Each account has its turn. */
  check(
    text: string | Omit<FetchedPage, 'url'>,
    account: string,
    signal: AbortSignal,
    source?: Source,
  ): Promise<Written>
  sites: Sites
  /** Reads a page below a domain; throws `fetch_failed`. */
  readPage(url: string, domain: string, signal: AbortSignal): Promise<FetchedPage>
}

function schemaHandlers({
  check,
  sites,
  readPage,
}: SchemaDeps): Pick<ServiceHandlers<'content'>, 'schema.check' | 'siteSchema.check'> {
  const checkCode = (code: string, { caller, gone }: Pick<Call, 'caller' | 'gone'>, source?: Source) => {
    if (isCodeTooLarge(code)) throw new AppError('payload_too_large', codeTooLarge)
    return check(code, caller.accountId, gone, source)
  }
  return {
    'schema.check': async ({ body, ...call }) => checkCode(body.code, call),
    'siteSchema.check': async ({ params, body: { code, url }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (code !== undefined && url !== undefined) throw invalidField('url', 'cannot be given together with code')
      if (code !== undefined) return checkCode(code, call, { source: 'code', url: null })
      if (url === undefined) throw invalidField('code', 'give code or url')
      const page = await readPage(url, site.domain, call.gone)
      return check(page, call.caller.accountId, call.gone, { source: 'url', url: page.url })
    },
  }
}
