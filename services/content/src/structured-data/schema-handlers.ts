import type { Call } from '@rts/shared/contract/call'
import type { Written } from '@rts/shared/contract/written'
import { AppError, invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { codeTooLarge, isCodeTooLarge, type Source } from './schema-code.ts'
import type { FetchedPage } from './site-page.ts'

export type SchemaDeps = {
  /** Each account has its turn. */
  check(text: string | Omit<FetchedPage, 'url'>, account: string, gone: AbortSignal, source?: Source): Promise<Written>
  sites: Sites
  /** Reads a page below a domain; throws `fetch_failed`. */
  readPage(url: string, domain: string, gone: AbortSignal): Promise<FetchedPage>
}

export function schemaHandlers({
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
