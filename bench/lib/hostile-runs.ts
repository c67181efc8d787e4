import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { askFor, audit, type NewRun, seedSite } from './content-service.ts'
import type { Attack } from './hostile-posts.ts'

let guests = 0
/** One guest after the other wants the audit of a hostile host. */
export function auditsOf(pool: pg.Pool, host: string): Attack {
  return async (_content, endsAt) => {
    while (Date.now() < endsAt) {
      const siteId = `guest-${++guests}`
      await seedSite(pool, siteId, host, 'guest')
      await audit(pool, siteId, host, endsAt)
    }
    // A cancelled crawl ends its thread.
    await pool.query(`DELETE FROM collects.subject WHERE key LIKE 'guest-%'`)
  }
}

let runs = 0
/** One run of a kind after the other, each of another input; the last is waited for, so that it is not beside what comes then. */
export function runsOf(pool: pg.Pool, runOf: (n: number) => Omit<NewRun, 'key' | 'scope'>): Attack {
  return async (_service, endsAt) => {
    while (Date.now() < endsAt) {
      const n = ++runs
      const run = runOf(n)
      const id = await askFor(pool, { ...run, key: `hostile ${n}`, scope: 's:hostile' })
      for (let isDone = false; !isDone; await delay(50)) {
        const { rows } = await pool.query('SELECT result_id AS result, tries FROM collects.subject WHERE id = $1', [id])
        // A provider that is refused is no attack.
        if (rows[0]?.tries > 1) throw new Error(`a run of ${run.kind} failed`)
        isDone = rows[0]?.result != null
      }
    }
  }
}

const pagesAtOnce = 8

/** Eight results pages of two megabytes each at once, then the next eight. */
export function resultsPages(pool: pg.Pool): Attack {
  let first = 0
  return async (_service, endsAt) => {
    for (; Date.now() < endsAt; first = (first + pagesAtOnce) % 200) {
      const ids = [Array.from({ length: pagesAtOnce }, (_, i) => `pages-target-${first + i + 1}`)]
      await pool.query('UPDATE keyword SET due_at = now() WHERE target_id = ANY($1)', ids)
      await pool.query('UPDATE page_target SET next_due_at = now(), last_fetched_at = NULL WHERE id = ANY($1)', ids)
      await pool.query(`SELECT pg_notify('ranks', '')`)
      const waiting = 'SELECT 1 FROM page_target WHERE id = ANY($1) AND last_fetched_at IS NULL'
      while ((await pool.query(waiting, ids)).rows.length > 0) await delay(50)
    }
  }
}
