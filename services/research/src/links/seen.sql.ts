import { columns } from '@rts/shared/service/columns'
import type { Pool, PoolClient } from 'pg'
import { keyOfLink, type LinkRow } from './rules/link-row.ts'

/** What a site has seen of one link itself. */
export type SeenLink = {
  firstSeen: Date
  checkedAt: Date | null
  /** When the link was last found on its page. */
  foundAt: Date | null
  lostAt: Date | null
  status: number | null
  title: string | null
  isGone: boolean | null
  anchor: string | null
  rel: string[]
  dofollow: boolean | null
  linksOnPage: number | null
}
export type LinkKey = Pick<LinkRow, 'urlFrom' | 'domainFrom' | 'urlTo'>
/** A look at a page; `isLost` null: nothing was learnt of the link. */
export type Look = LinkKey &
  Omit<SeenLink, 'firstSeen' | 'checkedAt' | 'foundAt' | 'lostAt'> & { isLost: boolean | null }
export type SeenStore = ReturnType<typeof createSeenStore>

export function createSeenStore(pool: Pool) {
  return {
    /** What a site has seen of its links, by their keys. */
    async of(siteId: string): Promise<ReadonlyMap<string, SeenLink>> {
      const found = await pool.query<SeenLink & { key: string }>(
        `SELECT encode(link, 'hex') AS key, first_seen AS "firstSeen", checked_at AS "checkedAt", found_at AS "foundAt",
           lost_at AS "lostAt", status, title, is_gone AS "isGone", anchor, rel, dofollow, links_on_page AS "linksOnPage"
         FROM links.seen WHERE site_id = $1`,
        [siteId],
      )
      return new Map(found.rows.map(({ key, ...seen }) => [key, seen]))
    },

    /** Links that the site hears of for the first time are first seen now. */
    async meet(siteId: string, links: readonly LinkKey[], now: Date): Promise<void> {
      await pool.query(
        `INSERT INTO links.seen (site_id, link, first_seen) SELECT $1, decode(key, 'hex'), $2 FROM unnest($3::text[]) key
         ON CONFLICT DO NOTHING`,
        [siteId, now, links.map(keyOfLink)],
      )
    },

    /** Keeps what looks have shown; a look that learnt nothing of its link leaves what was known of it. */
    async keep(siteId: string, looks: readonly Look[], now: Date): Promise<void> {
      const rows = looks.map((look) => ({ ...look, key: keyOfLink(look), rel: JSON.stringify(look.rel) }))
      const given = columns(
        rows,
        'key',
        'isLost',
        'status',
        'title',
        'isGone',
        'anchor',
        'rel',
        'dofollow',
        'linksOnPage',
      )
      await pool.query(
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
        [siteId, now, ...given],
      )
    },
  }
}

/** Ends what is kept of the links of a deleted site, in the transaction that hears of it. */
export async function forgetLinks(client: PoolClient, siteId: string): Promise<void> {
  await client.query('DELETE FROM links.disavowed WHERE site_id = $1', [siteId])
  await client.query('DELETE FROM links.seen WHERE site_id = $1', [siteId])
}
