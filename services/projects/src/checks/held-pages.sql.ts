import { dayMs } from '@rts/shared/clock'
import { deepestPage, type Plan } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, int, ints, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { usualDays, usualLooks } from '@rts/shared/tremble'
import type { RankedDomain } from '../history/history.sql.ts'
import { type Lease, ownOf, readsPage } from '../queue/queue.sql.ts'
import { isDue } from '../queue/rules/queue.ts'

const keyword = {
  targetId: text,
  keywordId: text,
  epoch: int,
  siteId: text,
  accountId: text,
  plan: text.of<Plan>(),
  /** The account's own rhythm in days; null for the plan's. */
  checkEveryDays: int.orNull,
  dueAt: time.orNull,
  siteDepth: int.orNull,
  siteSmart: boolean.orNull,
  rank: int.orNull,
  wholeAt: time.orNull,
  /** When the last check was made, if it worked. */
  checkedAt: time.orNull,
  domains: json.of<RankedDomain[]>(),
}
export type TrackedKeyword = RowOf<typeof keyword>

// Sites before pages, as everywhere, or two transactions could deadlock. The count enforces the order.
// Deleted sites are locked too: with a filter the planner may not use the keys.
const hold = query(
  { id: text },
  `WITH sites AS MATERIALIZED (
    SELECT id FROM site WHERE id = ANY(ARRAY(SELECT site_id FROM keyword WHERE target_id = ANY($1))) ORDER BY id FOR SHARE)
  SELECT t.id FROM page_target t JOIN unnest($1::text[], $2::text[]) AS l (id, lease) ON t.id = l.id
  WHERE (SELECT count(*) FROM sites) >= 0 AND t.id = ANY($1) AND t.lease = l.lease ORDER BY t.id FOR NO KEY UPDATE OF t`,
  'targets.hold',
)
// Read after the pages are locked: a keyword added later waits, and then sees the page as this transaction leaves it.
const keywordsOfPages = query(
  keyword,
  `WITH k AS MATERIALIZED (SELECT * FROM keyword WHERE target_id = ANY($1))
  SELECT ${selectList(keyword, 'k', {
    keywordId: 'k.id',
    accountId: 'a.id',
    plan: 'a.plan',
    checkEveryDays: 'a.check_every_days',
    siteDepth: 's.depth',
    siteSmart: 's.smart',
    rank: 'own.position',
    checkedAt: `CASE WHEN k.last_check_status = 'ok' THEN k.last_check_at END`,
    domains: `coalesce((SELECT json_agg(json_build_object('id', d.id, 'domain', d.domain) ORDER BY d.kind = 'own' DESC, d.seq)
      FROM tracked_domain d WHERE d.site_id = s.id AND d.deleted_at IS NULL), '[]')`,
  })}
  FROM k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id ${ownOf}
  WHERE ${readsPage} FOR SHARE OF s`,
  'targets.keywords',
)

const lastPlaces = query(
  { keywordId: text, places: ints },
  `SELECT k.id AS "keywordId", w.places FROM keyword k
   JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
   CROSS JOIN LATERAL (
     SELECT coalesce(array_agg(place), '{}') AS places FROM (
       SELECT CASE h.position WHEN 0 THEN coalesce(h.depth, ${deepestPage}) + 1 ELSE h.position END AS place FROM ranks.history h
       WHERE h.keyword = k.seq AND h.epoch = k.epoch AND h.domain = d.seq AND h.checked_at > $2 AND h.checked_at < $3
       ORDER BY h.checked_at DESC LIMIT ${usualLooks}) looks) w
   WHERE k.id = ANY($1)`,
  'targets.lastPlaces',
)

/** The places of the last looks of due keywords, by keyword; the site's own, just behind what was read where it was not found. */
export async function lastPlacesOf(
  tx: Transaction,
  held: readonly { target: { page: { fetchedAt: Date } }; keywords: readonly TrackedKeyword[] }[],
) {
  const until = new Date(Math.max(...held.map(({ target }) => target.page.fetchedAt.getTime())))
  const due = held.flatMap(({ keywords }) =>
    keywords.filter((keyword) => keyword.rank !== null && isDue(keyword, until)),
  )
  const since = new Date(until.getTime() - usualDays * dayMs)
  const rows = due.length === 0 ? [] : await lastPlaces.rows(tx, [...columns(due, 'keywordId'), since, until])
  return new Map(rows.map(({ keywordId, places }) => [keywordId, places]))
}

/** Locks the sites that read the pages, then the pages. Answers the pages with a valid lease, each with its keywords. */
export async function holdTargets<T extends Lease>(tx: Transaction, targets: readonly T[]) {
  const ids = (await hold.rows(tx, columns(targets, 'id', 'lease'))).map((row) => row.id)
  const keywords = Map.groupBy(await keywordsOfPages.rows(tx, [ids]), (row) => row.targetId)
  const isHeld = new Set(ids)
  return targets
    .filter(({ id }) => isHeld.has(id))
    .map((target) => ({ target, keywords: keywords.get(target.id) ?? [] }))
}
