import type { UnrestoredRow } from '@rts/shared/contract/rows/site'
import { AppError } from '@rts/shared/errors'
import type { PlanLimits } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Transaction } from '@rts/shared/service/transaction'
import { refusals } from '@rts/shared/texts/refusals'
import {
  type Actor,
  countKeywords,
  deleterOf,
  keywordsOf,
  lockLimits,
  requireRoom,
  roomUnder,
  writeTrashLog,
} from '../accounts/accounts.ts'
import { keptSince, keptUntil } from '../ending/ending.ts'
import { shiftCourses } from '../history/history.ts'
import { track } from '../queue/queue.ts'
import { holdSite, requireThawed, type Site, type SiteRecord, type SiteScope, siteOf, thaw } from '../sites/sites.ts'
import { transact } from '../transact.ts'
import type { ChangeDeps } from './keyword-changes.ts'
import { findKnown, noSuchKeyword } from './keywords.sql.ts'
import { takeInOrder } from './rules/bulk-lines.ts'
import { deleteKeywords, findTrashed, reviveKeywords, type TrashedKeyword } from './trash.sql.ts'

export function keywordRemovalHandlers(deps: ChangeDeps) {
  const { db } = deps
  return {
    'keywords.delete': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const { deleted, ...until } = await removeKeywords(deps, site, [params.kid], caller)
      if (deleted !== 1) throw noSuchKeyword()
      return { ok: true, ...until }
    },

    'keywords.deleteBulk': async ({ params, body, caller }) =>
      removeKeywords(deps, await siteOf(db, caller, params.id), body.ids, caller),
  } satisfies Partial<ServiceHandlers<'projects'>>
}

type Removed = { deleted: number; restorableUntil?: string }

/**
 * Puts those of the keywords that the site has into the trash, and unfreezes what the limits then allow. A guest's are deleted for
 * good: without a person there is no one who restores them.
 */
function removeKeywords(
  { db, plans, clock }: ChangeDeps,
  site: Site,
  ids: readonly string[],
  by: Actor,
): Promise<Removed> {
  const now = clock.now()
  const inTrash = by.kind !== 'guest'
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    await holdSite(tx, site)
    await shiftCourses(tx, site.id, ids, -1)
    const removed = await deleteKeywords(tx, site.id, ids, { now, inTrash, deletedBy: deleterOf(by) })
    if (removed.length === 0) return { deleted: 0 }
    await thaw(tx, site.accountId, limits, now)
    await log(tx, 'keywords.deleted', site, removed, { by, now })
    return { deleted: removed.length, ...(inTrash && { restorableUntil: keptUntil(now).toISOString() }) }
  })
}

type Restored = { restored: number; skipped: UnrestoredRow[] }

/**
 * Restores keywords of an account's sites up to the plan's limit, of a site in the order of the ids; one whose phrase is tracked again,
 * or whose site is frozen, is left out. Throws `not_found` for ids that are not in the trash, `conflict` or `plan_limit_reached` if none can be restored.
 */
export function restoreKeywords(
  { db, plans, clock }: ChangeDeps,
  scope: SiteScope,
  ids: readonly string[],
  by: Actor,
): Promise<Restored> {
  const now = clock.now()
  const { accountId } = scope
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, accountId)
    const trashed = await findTrashed(tx, scope, keptSince(now), ids)
    if (trashed.length === 0) throw noSuchKeyword()
    const used = await countKeywords(tx, accountId)
    let room = roomUnder(limits.keywords, used)
    const outcome: Restored = { restored: 0, skipped: [] }
    let frozen: SiteRecord | undefined
    for (const [siteId, keywords] of Map.groupBy(trashed, (keyword) => keyword.siteId)) {
      const site = await holdSite(tx, { id: siteId, accountId })
      if (site.frozen) frozen = site
      const { taken, skipped } = await restorable(tx, siteId, keywords, site.frozen ? 0 : room)
      outcome.skipped.push(...skipped)
      const restored = await revive(tx, site, taken, { limits, by, now })
      room -= restored
      outcome.restored += restored
    }
    if (outcome.restored > 0) return outcome
    if (frozen) await requireThawed(tx, frozen, limits)
    return refuse(outcome, used, limits.keywords)
  })
}

/** Brings keywords of one site back, and answers how many still were in the trash. */
async function revive(
  tx: Transaction,
  site: SiteRecord,
  keywords: readonly { id: string }[],
  { limits, by, now }: { limits: PlanLimits; by: Actor; now: Date },
): Promise<number> {
  const place = { siteId: site.id, since: keptSince(now) }
  const revived = await reviveKeywords(
    tx,
    place,
    keywords.map(({ id }) => id),
  )
  if (revived.length === 0) return 0
  const keywordIds = revived.map(({ id }) => id)
  await shiftCourses(tx, site.id, keywordIds, 1)
  await track(tx, { siteIds: [site.id], keywordIds }, { limits, now })
  await log(tx, 'keywords.restored', site, revived, { by, now })
  return revived.length
}

/** Those keywords in the trash of a site whose phrases it does not track, up to the room. */
async function restorable(tx: Transaction, siteId: string, keywords: readonly TrashedKeyword[], room: number) {
  const known = await findKnown(tx, siteId, keywords)
  const lines = keywords.map((keyword, line) => ({ ...keyword, line }))
  const { taken, skipped } = takeInOrder(lines, new Set(known.keys()), room)
  const unrestored = skipped.flatMap(({ line, code }): UnrestoredRow[] => {
    const keyword = keywords[line]
    if (!keyword || code === 'invalid') return []
    return [{ id: keyword.id, keyword: keyword.phrase, code }]
  })
  return { taken, skipped: unrestored }
}

/** Nothing is restored. Throws why: the plan is full, the phrases are tracked again, or they just went for good. */
function refuse({ skipped }: Restored, used: number, max: number): never {
  if (skipped.some(({ code }) => code === 'plan_limit_reached')) requireRoom('keywords', used, max)
  if (skipped.length === 0) throw noSuchKeyword()
  throw new AppError('conflict', refusals.keywordTrackedAgain)
}

async function log(
  tx: Transaction,
  action: 'keywords.deleted' | 'keywords.restored',
  site: Pick<Site, 'accountId' | 'domain'>,
  keywords: readonly { phrase: string }[],
  { by, now }: { by: Actor; now: Date },
): Promise<void> {
  const detail = keywordsOf(
    site,
    keywords.map(({ phrase }) => phrase),
  )
  await writeTrashLog(tx, { accountId: site.accountId, action, by, detail, now })
}
