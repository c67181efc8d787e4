import pg from 'pg'
import type { System } from '../../harness/system.ts'
import { seedHistory, seedSites } from './projects.ts'

/** Gives the demo account a site of each size, with so many days of ranks; answers their ids. */
export async function seedPages(
  { databaseUrl, connection }: System,
  sizes: readonly { keywords: number; days: number }[],
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl('projects'), max: 2 })
  const ids: string[] = []
  for (const { keywords: keywordsPerSite, days } of sizes) {
    const seed = { prefix: `size-${keywordsPerSite}`, sites: 1, keywordsPerSite }
    const id = `${seed.prefix}-site-1`
    await seedSites(pool, seed)
    await seedHistory(pool, seed, { days, domains: 1 })
    await pool.query('SELECT ranks.find_notable_changes(array_agg(id)) FROM keyword WHERE site_id = $1', [id])
    ids.push(id)
  }
  await pool.query('UPDATE site SET account_id = $1, name = id WHERE id = ANY($2)', [connection.accountId, ids])
  await pool.query('VACUUM (ANALYZE)')
  await pool.end()
  return ids
}
