import type { Clock } from '@rts/shared/clock'
import type { TrashedKeywordRow, TrashedSiteRow } from '@rts/shared/contract/rows/site'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { keptSince, keptUntil } from '../ending/ending.ts'
import { listTrashedKeywords, restoreKeywords, type TrashedKeyword } from '../keywords/keywords.ts'
import { cursorBehind, type PagingQuery, rowsBefore, wholeList } from '../lists/lists.ts'
import {
  endTrashStep,
  listTrashedSites,
  type OwnedSite,
  requireSite,
  restoreSite,
  type SiteScope,
  scopeOf,
  toSiteRow,
} from '../sites/sites.ts'

type TrashDeps = Parameters<typeof restoreSite>[0]

const pollMs = 60_000

/** Deleted sites and keywords, and their restoration. */
export function trashHandlers(deps: TrashDeps) {
  const { db, clock } = deps
  return {
    'trashedSites.list': async ({ query, caller }) => {
      const { total, nextCursor, rows } = await pageOf('trashedSites', query, (page) =>
        listTrashedSites(db, scopeOf(caller), keptSince(clock.now()), page),
      )
      return { sites: rows.map((site): TrashedSiteRow => ({ ...site, ...timesOf(site) })), total, nextCursor }
    },

    'trashedSites.restore': async ({ params, caller }) => {
      const site = await restoreSite(deps, scopeOf(caller), params.id, caller)
      return { project: toSiteRow(site) }
    },

    'trashedKeywords.list': async ({ query: { projectId, ...query }, caller }) => {
      const scope = scopeOf(caller)
      const place = projectId === undefined ? scope : ofSite(await requireSite(db, scope, projectId))
      const { total, nextCursor, rows } = await pageOf('trashedKeywords', query, (page) =>
        listTrashedKeywords(db, place, keptSince(clock.now()), page),
      )
      return { keywords: rows.map(keywordRow), total, nextCursor }
    },

    'trashedKeywords.restore': ({ body, caller }) => restoreKeywords(deps, scopeOf(caller), body.ids, caller),
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Deletes sites for good that were in the trash for its time: their rows, and their data in the other services. */
export function startTrashEnding({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }): Loop {
  return startLoop({
    pollMs,
    onError: (error) => logger.error({ err: error }, 'the trash cannot be emptied'),
    round: () => endTrashStep(db, clock.now()),
  })
}

function ofSite({ id, accountId }: OwnedSite): SiteScope {
  return { accountId, siteIds: [id] }
}

type Page = { skip: number; take: number }

async function pageOf<R>(
  list: string,
  { limit = wholeList, cursor }: PagingQuery,
  read: (page: Page) => Promise<{ rows: R[]; total: number }>,
) {
  const page = { skip: rowsBefore(list, cursor), take: limit }
  const { rows, total } = await read(page)
  return { rows, total, nextCursor: cursorBehind(list, page, total) }
}

function keywordRow({ siteId: projectId, domain: site, phrase: keyword, identity: _identity, ...row }: TrashedKeyword) {
  return { ...row, projectId, site, keyword, ...timesOf(row) } satisfies TrashedKeywordRow
}

function timesOf({ deletedAt }: { deletedAt: Date }) {
  return { deletedAt: deletedAt.toISOString(), restorableUntil: keptUntil(deletedAt).toISOString() }
}
