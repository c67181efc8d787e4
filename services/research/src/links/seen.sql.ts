import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, int, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Verified } from './providers/judge.ts'
import type { SeenFacts } from './rules/backlink-rows.ts'
import { keyOfLink, type LinkRow } from './rules/link-row.ts'

export type SeenLink = SeenFacts & { checkedAt: Date | null; status: number | null }
type LinkKey = Pick<LinkRow, 'urlFrom' | 'domainFrom' | 'urlTo'>
export type Look = LinkKey & Verified

const seen: Columns<SeenLink & { key: string }> = {
  key: text,
  firstSeen: time,
  checkedAt: time.orNull,
  foundAt: time.orNull,
  lostAt: time.orNull,
  status: int.orNull,
  title: text.orNull,
  isGone: boolean.orNull,
  anchor: text.orNull,
  rel: texts,
  dofollow: boolean.orNull,
  linksOnPage: int.orNull,
}

const seenBySite = query(
  seen,
  `SELECT ${selectList(seen, 's', { key: "encode(s.link, 'hex')" })} FROM links.seen s WHERE s.site_id = $1`,
)
const insertNew = statement(
  `INSERT INTO links.seen (site_id, link, first_seen) SELECT $1, decode(key, 'hex'), $2 FROM unnest($3::text[]) key
   ON CONFLICT DO NOTHING`,
)
const updateAll = statement(
  `UPDATE links.seen s SET checked_at = $2, status = l.status,
     title = coalesce(l.title, s.title), is_gone = coalesce(l.is_gone, s.is_gone),
     links_on_page = coalesce(l.links_on_page, s.links_on_page),
     found_at = CASE WHEN l.is_lost IS FALSE THEN $2 ELSE s.found_at END,
     lost_at = CASE WHEN l.is_lost IS NULL THEN s.lost_at WHEN l.is_lost THEN coalesce(s.lost_at, $2) END,
     anchor = CASE WHEN l.is_lost IS FALSE THEN l.anchor ELSE s.anchor END,
     dofollow = CASE WHEN l.is_lost IS FALSE THEN l.dofollow ELSE s.dofollow END,
     rel = CASE WHEN l.is_lost IS FALSE THEN ARRAY(SELECT jsonb_array_elements_text(l.rel)) ELSE s.rel END
   FROM unnest($3::text[], $4::boolean[], $5::smallint[], $6::text[], $7::boolean[], $8::text[], $9::jsonb[], $10::boolean[], $11::int[])
     AS l (key, is_lost, status, title, is_gone, anchor, rel, dofollow, links_on_page)
   WHERE s.site_id = $1 AND s.link = decode(l.key, 'hex')`,
)
const verification = query(
  { isScheduled: boolean },
  `SELECT EXISTS (SELECT FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id AND d.scheduled
     WHERE s.kind = 'verify' AND s.key = $1) AS "isScheduled"`,
)
const deleteSome = statement(
  'DELETE FROM links.seen WHERE site_id = $1 AND link IN (SELECT link FROM links.seen WHERE site_id = $1 LIMIT $2)',
)

export async function seenOf(db: Database, siteId: string): Promise<ReadonlyMap<string, SeenLink>> {
  const found = await seenBySite.rows(db, [siteId])
  return new Map(found.map(({ key, ...link }) => [key, link]))
}

/** Sets the first-seen time of new links. */
export async function storeFirstSeen(db: Database, siteId: string, links: readonly LinkKey[], now: Date) {
  await insertNew.run(db, [siteId, now, links.map(keyOfLink)])
}

/** Stores check results; unknown facts keep the old value. */
export async function storeLooks(db: Database, siteId: string, looks: readonly Look[], now: Date): Promise<void> {
  const rows = looks.map((look) => ({ ...look, key: keyOfLink(look), rel: JSON.stringify(look.rel) }))
  const values = columns(rows, 'key', 'isLost', 'status', 'title', 'isGone', 'anchor', 'rel', 'dofollow', 'linksOnPage')
  await updateAll.run(db, [siteId, now, ...values])
}

/** Whether a site's links are verified automatically. */
export async function isVerified(db: Database, siteId: string): Promise<boolean> {
  return (await verification.first(db, [siteId]))?.isScheduled ?? false
}

/** Deletes some links; returns how many. */
export function deleteSeen(tx: Transaction, siteId: string, max: number): Promise<number> {
  return deleteSome.run(tx, [siteId, max])
}

export type ChangedLink = { key: string; isLost: boolean; at: Date }

const lastUntil = query({ until: time }, 'SELECT until FROM links.announced WHERE site_id = $1 FOR UPDATE')
const storage = statement(
  `INSERT INTO links.announced (site_id, until) VALUES ($1, $2)
   ON CONFLICT (site_id) DO UPDATE SET until = excluded.until`,
)
// A link never found on its page is neither: it may be long lost.
const changes = query(
  { key: text, isLost: boolean, at: time },
  `SELECT encode(link, 'hex') AS key, lost_at IS NOT NULL AS "isLost", coalesce(lost_at, first_seen) AS at FROM links.seen
   WHERE site_id = $1 AND ((lost_at > $2 AND lost_at <= $3 AND found_at IS NOT NULL AND first_seen <= $2)
     OR (lost_at IS NULL AND first_seen > $2 AND first_seen <= $3)) ORDER BY at, link`,
)
const deletion = statement('DELETE FROM links.announced WHERE site_id = $1')

/** Links won or lost since the last call; the first call only sets the mark. */
export async function takeLinkChanges(tx: Transaction, siteId: string, now: Date): Promise<ChangedLink[]> {
  const last = await lastUntil.first(tx, [siteId])
  const changed = last ? await changes.rows(tx, [siteId, last.until, now]) : []
  await storage.run(tx, [siteId, now])
  return changed
}

export function deleteAnnounced(tx: Transaction, siteId: string): Promise<number> {
  return deletion.run(tx, [siteId])
}
