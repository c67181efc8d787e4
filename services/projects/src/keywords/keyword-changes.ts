import type { Clock } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { AppError, badField } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { type Actor, countKeywords, keywordsOf, lockLimits, requireRoom, writeTrashLog } from '../accounts/accounts.ts'
import { keptSince } from '../ending/ending.ts'
import { shiftCourses } from '../history/history.ts'
import { track, upsertTargets } from '../queue/queue.ts'
import { holdSite, type OwnedSite, requireThawed, siteOf } from '../sites/sites.ts'
import { transact } from '../transact.ts'
import { toKeywordRow } from './keyword-list.ts'
import {
  beginHistories,
  findKnown,
  findPhrases,
  insertKeywords,
  type KnownPhrase,
  noSuchKeyword,
  readShown,
  respell,
  type ShownKeyword,
} from './keywords.sql.ts'
import {
  changedPhrase,
  type PhraseChanges,
  phraseKey,
  type TrackedPhrase,
  withoutTwins,
} from './rules/tracked-phrase.ts'
import { revivePhrases } from './trash.sql.ts'
import { inItsPlace, whereOf } from './where.ts'

export type ChangeDeps = { db: Database; plans: PlanTable; clock: Clock }

export function keywordChangeHandlers(deps: ChangeDeps) {
  const { db } = deps
  return {
    'keywords.create': async ({ params, body, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const { keyword: phrase, ...asked } = body
      const tracked = { phrase, identity: phraseIdentity(phrase), ...whereOf(site, asked) }
      const { keyword, ...outcome } = await createKeyword(deps, site, tracked, caller)
      return { keyword: toKeywordRow(keyword), ...outcome }
    },

    'keywords.update': async ({ params, body, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const { keyword: phrase, ...place } = body
      const text = phrase === undefined ? {} : { phrase, identity: phraseIdentity(phrase) }
      return { keyword: toKeywordRow(await changeKeyword(deps, site, params.kid, { ...text, ...place })) }
    },

    'keywords.updateBulk': async ({ params, body: { ids, ...where }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return moveKeywords(deps, site, ids, where)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Tracks a phrase, or answers the keyword that has it. Throws `plan_limit_reached`. */
function createKeyword({ db, plans, clock }: ChangeDeps, site: OwnedSite, phrase: TrackedPhrase, by: Actor) {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    const held = await holdSite(tx, site)
    const twin = await twinOf(tx, site.id, phrase)
    if (twin !== undefined) return { keyword: await requireShown(tx, twin), created: false }
    await requireThawed(tx, held, limits)
    requireRoom('keywords', await countKeywords(tx, site.accountId), limits.keywords)
    const { ids, revived } = await addKeywords(tx, { site: held, by, now }, [phrase])
    await track(tx, { siteIds: [site.id], keywordIds: ids }, { limits, now })
    return { keyword: await requireShown(tx, ...ids), created: true, ...(revived > 0 && { revived: true as const }) }
  })
}

/** Changes a keyword; another identity, country, language, device or place starts a new history. Throws `conflict`, `not_found`. */
function changeKeyword({ db, plans, clock }: ChangeDeps, site: OwnedSite, id: string, changes: PhraseChanges) {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    await holdSite(tx, site)
    const [before] = await findPhrases(tx, site.id, [id])
    if (!before) throw noSuchKeyword()
    const after = changedKeyword(before, changes)
    const twin = await twinOf(tx, site.id, after)
    if (twin !== undefined && twin !== id) throw trackedAlready()
    if (twin === id) await respell(tx, id, after.phrase)
    else await trackAnew(tx, site, [after], { limits, now })
    return requireShown(tx, id)
  })
}

/** Changes where keywords are searched; those that would become another of the site's keywords stay as they are. */
function moveKeywords({ db, plans, clock }: ChangeDeps, site: OwnedSite, ids: readonly string[], where: PhraseChanges) {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    await holdSite(tx, site)
    const moved = (await findPhrases(tx, site.id, ids)).map((keyword) => changedKeyword(keyword, where))
    const { changed, conflicts } = withoutTwins(moved, await findKnown(tx, site.id, moved))
    await trackAnew(tx, site, changed, { limits, now })
    return { changed: changed.length, conflicts }
  })
}

function changedKeyword(before: KnownPhrase, changes: PhraseChanges): KnownPhrase {
  const after = { ...changedPhrase(before, changes), id: before.id }
  const moves = after.country !== before.country || after.location !== before.location
  return moves ? inItsPlace(after) : after
}

/** Gives changed keywords their new pages, which begins their histories anew. */
async function trackAnew(
  tx: Transaction,
  site: OwnedSite,
  phrases: readonly KnownPhrase[],
  when: Parameters<typeof track>[2],
) {
  const targetOf = await upsertTargets(tx, phrases)
  const targeted = phrases.map((phrase) => ({ ...phrase, targetId: targetOf(phrase) }))
  await shiftCourses(
    tx,
    site.id,
    phrases.map(({ id }) => id),
    -1,
  )
  await beginHistories(tx, targeted, when.now)
  await track(tx, { siteIds: [site.id], keywordIds: phrases.map(({ id }) => id) }, when)
}

/**
 * Adds phrases that a site does not track: those in the trash are revived, the others inserted with their pages. Answers the ids in the
 * order of the phrases, and how many were revived. Nothing is due yet: see `track`.
 */
export async function addKeywords(
  tx: Transaction,
  { site, by, now }: { site: OwnedSite & { domain: string }; by: Actor; now: Date },
  phrases: readonly TrackedPhrase[],
): Promise<{ ids: string[]; revived: number }> {
  const revived = await revivePhrases(tx, { siteId: site.id, since: keptSince(now) }, phrases)
  const ids = new Map(revived.map((keyword) => [phraseKey(keyword), keyword.id]))
  const fresh = phrases.filter((phrase) => !ids.has(phraseKey(phrase)))
  const targetOf = await upsertTargets(tx, fresh)
  const targeted = fresh.map((phrase) => ({ ...phrase, targetId: targetOf(phrase) }))
  const inserted = await insertKeywords(tx, { siteId: site.id, now }, targeted)
  for (const [i, phrase] of fresh.entries()) ids.set(phraseKey(phrase), inserted[i] ?? '')
  if (revived.length > 0) {
    await shiftCourses(
      tx,
      site.id,
      revived.map(({ id }) => id),
      1,
    )
    const detail = keywordsOf(
      site,
      revived.map((keyword) => keyword.phrase),
    )
    await writeTrashLog(tx, { accountId: site.accountId, action: 'keywords.restored', by, detail, now })
  }
  return { ids: phrases.map((phrase) => ids.get(phraseKey(phrase)) ?? ''), revived: revived.length }
}

async function twinOf(tx: Transaction, siteId: string, phrase: TrackedPhrase): Promise<string | undefined> {
  return (await findKnown(tx, siteId, [phrase])).get(phraseKey(phrase))
}

async function requireShown(tx: Transaction, ...ids: string[]): Promise<ShownKeyword> {
  const [keyword] = await readShown(tx, ids)
  if (!keyword) throw noSuchKeyword()
  return keyword
}

function trackedAlready(): AppError {
  return new AppError('conflict', refusals.keywordExists, {
    errors: [badField('keyword', faults.trackedAlready, 'conflict')],
  })
}
