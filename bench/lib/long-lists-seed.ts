import type pg from 'pg'
import { seedSites } from './rank-seed.ts'

const keywords = 10_000
const rivals = 20

/** Seeds `long-site-1` with the largest list that a plan allows, and `short-site-1` of another account with ten keywords. */
export async function seedLongList(pool: pg.Pool): Promise<void> {
  await seedSites(pool, { prefix: 'long', sites: 1, keywordsPerSite: keywords })
  await seedSites(pool, { prefix: 'short', sites: 1, keywordsPerSite: 10 })
  await pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since)
     SELECT 'long-domain-1-' || d, 'long-site-1', 'rival' || d || '.example', 'competitor', now() FROM generate_series(5, $1::int + 1) d`,
    [rivals],
  )
  await pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, position, previous_position, best, url, checked_at)
     SELECT k.id, d.id, k.seq % 100 + 1, k.seq % 90 + 1, 1, 'https://www.example.com/guides/and-a-longer-path/phrase-' || k.seq, now()
     FROM keyword k JOIN tracked_domain d USING (site_id)`,
  )
  await pool.query('VACUUM (ANALYZE)')
}
