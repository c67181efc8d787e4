import { type Clock, dayMs } from '@rts/shared/clock'
import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Call } from '@rts/shared/contract/caller'
import { freeIf } from '@rts/shared/contract/free'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { rowsOf } from '../collected.ts'
import { type PagingQuery, pageOf } from '../lists.ts'
import type { BacklinksKind } from './collecting.ts'
import { hostsOf } from './disavow.sql.ts'
import { backlinkRows, isWanted, type NarrowLinks, type ReviewedLink } from './rules/backlink-rows.ts'
import type { LinkRow } from './rules/link-row.ts'
import { siteFacts } from './rules/review.ts'
import { isVerified, seenOf } from './seen.sql.ts'
import type { VerifyKind } from './verifying.ts'

type BacklinkDeps = {
  database: Database
  sites: Sites
  projects: Pick<ProjectReader, 'keywords'>
  collects: Pick<Collects, 'read' | 'schedule'>
  backlinks: BacklinksKind
  verify: VerifyKind
  clock: Clock
}

type LinkQuery = PagingQuery & NarrowLinks & { days?: number | undefined }

const usualDays = 30

export function backlinkHandlers({ database, sites, projects, collects, backlinks, verify, clock }: BacklinkDeps) {
  async function reviewed(site: KnownSite, links: readonly LinkRow[], days: number): Promise<ReviewedLink[]> {
    if (links.length === 0) return []
    const [seen, hosts, tracked] = await Promise.all([
      seenOf(database, site.id),
      hostsOf(database, site.id),
      projects.keywords(site.accountId, site.id),
    ])
    const facts = siteFacts(
      [site.domain],
      tracked.map(({ key }) => key),
    )
    const since = new Date(clock.now().getTime() - days * dayMs)
    return backlinkRows(links, facts, since, { seen, disavowed: new Set(hosts) })
  }

  async function startVerifying({ id, accountId }: KnownSite): Promise<void> {
    if (await isVerified(database, id)) return
    const reader = { scope: `s:${id}`, payer: accountId, dueAt: clock.now() }
    await inTransaction(database, (tx) => collects.schedule(tx, verify, { siteId: id }, reader))
  }

  async function linksOf(siteId: string, { days = usualDays, limit, cursor, ...narrow }: LinkQuery, call: Call) {
    const site = await siteOf(sites, call, siteId)
    const [reading] = await collects.read(backlinks, [{ domain: site.domain }], askerOf(call, site))
    if (!reading) throw new Error('one input, one reading')
    const links = reading.body ? rowsOf<LinkRow>(reading.body) : []
    // Reports use saved data and start nothing.
    if (links.length > 0 && call.caller.kind !== 'system' && !site.frozen) await startVerifying(site)
    const rows = (await reviewed(site, links, days)).filter((row) => isWanted(row, narrow))
    const answer = pageOf('backlinks', { limit, cursor }, rows, reading.state, (part) => part.map(toRow))
    return freeIf(reading.isFree, answer)
  }

  return {
    'backlinks.list': ({ params, query, ...call }) => linksOf(params.id, query, call),
  } satisfies Partial<ServiceHandlers<'research'>>
}

function toRow({ sandbox, ...row }: ReviewedLink): BacklinkRow {
  return sandbox ? { ...row, sandbox } : row
}
