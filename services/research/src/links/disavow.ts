import type { Clock } from '@rts/shared/clock'
import { cutPage, decodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { AppError, badField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { runInSteps } from '@rts/shared/scheduling'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import type { Sentence } from '@rts/shared/texts/sentence'
import { deleteHosts, hostAt, hostsOf, insertHosts, listHosts, lockList, sizeOf } from './disavow.sql.ts'
import { disavowFile, fitsFile, type InvalidHost, readList, type Sorted, sortHosts } from './rules/disavow.ts'

type DisavowDeps = { database: Database; sites: Sites; clock: Clock }

const wholeList = 10_000

export function disavowHandlers({ database, sites, clock }: DisavowDeps) {
  return {
    'disavow.list': async ({ params, query, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const take = query.limit ?? wholeList
      const after = await hostBefore(database, site, decodeCursor('disavow', query.cursor))
      const listed = await listHosts(database, site.id, after, take + 1)
      const { page, nextCursor } = cutPage('disavow', listed, take, ({ seq }) => seq)
      const { hosts: total } = await sizeOf(database, site.id)
      return { domains: page.map(({ host }) => host), total, nextCursor }
    },

    'disavow.add': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { domains, added, skipped, invalid } = await addHosts(database, site, body.domains, clock.now())
      if (invalid.length === body.domains.length) throw noneIsValid(invalid)
      return { domains, added: added.length, skipped, invalid }
    },

    'disavow.delete': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { hosts } = await runInSteps(readList(body.domains, site.domain))
      return { deleted: await deleteHosts(database, site.id, hosts) }
    },

    'disavow.export': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const day = clock.now().toISOString().slice(0, 10)
      const text = disavowFile(site.domain, await hostsOf(database, site.id), day)
      return { fileName: `disavow-${site.domain}.txt`, text }
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

/** The cursor's host; throws if it was deleted since. */
async function hostBefore(database: Database, { id }: KnownSite, place: string | null): Promise<string> {
  if (place === null) return ''
  const host = /^\d{1,18}$/.test(place) ? await hostAt(database, id, place) : undefined
  if (host === undefined) throw noSuchCursor()
  return host
}

/** Adds new hosts; returns the sorted list, skipped and refused hosts. */
function addHosts(
  database: Database,
  { id, domain }: KnownSite,
  written: readonly string[],
  now: Date,
): Promise<Sorted & { domains: string[] }> {
  return inTransaction(database, async (tx) => {
    await lockList(tx, id)
    const sorted = await runInSteps(sortHosts(written, domain, await hostsOf(tx, id)))
    await insertHosts(tx, id, sorted.added, now)
    const { hosts, bytes } = await sizeOf(tx, id)
    if (!fitsFile(hosts, bytes))
      throw new AppError('invalid_input', 'A disavow file holds 100,000 lines and 2 MB at most')
    return { ...sorted, domains: await hostsOf(tx, id) }
  })
}

function noneIsValid(invalid: readonly InvalidHost[]): AppError {
  const errors = invalid.slice(0, 100).map(({ reason }, i) => badField(`domains[${i}]`, hostFaults[reason], reason))
  return new AppError('invalid_input', 'None of these can be disavowed', { errors })
}

const hostFaults: Readonly<Record<InvalidHost['reason'], Sentence>> = {
  path: faults.wholeHost,
  wildcard: faults.wildcard,
  ip_address: faults.ipAddress,
  public_suffix: faults.publicSuffix,
  own_domain: faults.ownSite,
  not_a_host: faults.notAHostName,
}
