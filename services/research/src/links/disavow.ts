import type { Clock } from '@rts/shared/clock'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { AppError } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { DisavowStore } from './disavow.sql.ts'
import { disavowFile, readHost } from './rules/disavow.ts'

type DisavowOperations = 'disavow.list' | 'disavow.add' | 'disavow.delete' | 'disavow.export'
export type DisavowHandlerDeps = { sites: Sites; disavowed: DisavowStore; clock: Clock }

const wholeList = 10_000

export function disavowHandlers({
  sites,
  disavowed,
  clock,
}: DisavowHandlerDeps): Pick<ServiceHandlers<'research'>, DisavowOperations> {
  return {
    'disavow.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? wholeList
      const listed = await disavowed.list(site, decodeCursor('disavow', query.cursor), take + 1)
      if (!listed) throw noSuchCursor()
      const page = listed.slice(0, take)
      const last = page.at(-1)
      const nextCursor = listed.length > take && last ? encodeCursor('disavow', last.seq) : null
      return { domains: page.map(({ host }) => host), total: await disavowed.count(site), nextCursor }
    },

    'disavow.add': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { domains, added, skipped, invalid } = await disavowed.add(site, body.domains, clock.now())
      if (invalid.length === body.domains.length) throw noneIsValid(invalid)
      return { domains, added: added.length, skipped, invalid }
    },

    'disavow.delete': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const hosts = body.domains.flatMap((domain) => {
        const read = readHost(domain, site.domain)
        return 'host' in read ? [read.host] : []
      })
      return { deleted: await disavowed.remove(site, hosts) }
    },

    'disavow.export': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const day = clock.now().toISOString().slice(0, 10)
      return { fileName: `disavow-${site.domain}.txt`, text: disavowFile(site.domain, await disavowed.all(site), day) }
    },
  }
}

function noneIsValid(invalid: readonly { domain: string; reason: string }[]): AppError {
  const errors = invalid.slice(0, 100).map(({ reason }, i) => {
    return {
      in: 'body' as const,
      field: `domains[${i}]`,
      code: reason,
      message: sentences[reason] ?? 'cannot be disavowed',
    }
  })
  return new AppError('invalid_input', 'None of these can be disavowed', { errors })
}

const sentences: Readonly<Record<string, string>> = {
  path: 'must be a host without a path: a host is disavowed as a whole',
  wildcard: 'must hold no wildcard: a host covers its subdomains',
  ip_address: 'must be a name, not an IP address',
  public_suffix: 'must be below a public suffix',
  own_domain: 'must not be on the site’s own domain',
  not_a_host: 'must be a host such as example.com',
}
