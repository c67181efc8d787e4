import type { Clock } from '@rts/shared/clock'
import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { Free } from '@rts/shared/contract/free'
import type { BacklinkRow } from '@rts/shared/contract/rows/backlink'
import { askedList } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { rowsOf } from '../collected.ts'
import { pageOf } from '../lists.ts'
import type { BacklinksKind } from './collecting.ts'
import type { DisavowStore } from './disavow.sql.ts'
import { backlinkRows, type ReviewedLink } from './rules/backlink-rows.ts'
import type { LinkRow } from './rules/link-row.ts'
import type { SeenStore } from './seen.sql.ts'
import type { VerifySchedule } from './verify-schedule.ts'

export type BacklinkHandlerDeps = {
  sites: Sites
  collects: Pick<Collects, 'read'>
  backlinks: BacklinksKind
  seen: Pick<SeenStore, 'of'>
  disavowed: Pick<DisavowStore, 'all'>
  verification: VerifySchedule
  /** The phrases that a site tracks. */
  trackedPhrases(site: KnownSite): Promise<string[]>
  clock: Clock
}

const usualDays = 30

export function backlinkHandlers(deps: BacklinkHandlerDeps): Pick<ServiceHandlers<'research'>, 'backlinks.list'> {
  const { sites, collects, backlinks, seen, disavowed, verification, trackedPhrases, clock } = deps

  async function reviewed(site: KnownSite, links: readonly LinkRow[], days: number): Promise<ReviewedLink[]> {
    if (links.length === 0) return []
    const [known, hosts, phrases] = await Promise.all([seen.of(site.id), disavowed.all(site), trackedPhrases(site)])
    const facts = { domains: [site.domain], phrases: new Set(phrases.map(phraseIdentity)) }
    const since = new Date(clock.now().getTime() - days * 86_400_000)
    return backlinkRows(links, facts, since, { seen: known, disavowed: new Set(hosts) })
  }

  return {
    'backlinks.list': async ({ params, query: { days = usualDays, ...paging }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const [reading] = await collects.read(backlinks, [{ domain: site.domain }], askerOf(call, `s:${site.id}`))
      if (!reading) throw new Error('one input, one reading')
      const links = reading.body ? rowsOf<LinkRow>(reading.body) : []
      // Our own look at the pages follows the first links that are read.
      if (links.length > 0) await verification.start(site, clock.now())
      const rows = await reviewed(site, links, days)
      const present = (part: ReviewedLink[]): BacklinkRow[] => part.map(rowOf)
      const answer = pageOf(askedList('backlinks', { days }), paging, rows, reading.state, present)
      return reading.isFree ? new Free(answer) : answer
    },
  }
}

function rowOf({ sandbox, ...row }: ReviewedLink): BacklinkRow {
  return sandbox ? { ...row, sandbox } : row
}
