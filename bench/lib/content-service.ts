import { setTimeout as delay } from 'node:timers/promises'
import { busyNodeOptions } from '@rts/local/system/programs'
import type pg from 'pg'
import type { Parts, Served, Service } from '../../harness/system.ts'

/** Starts the content service; these hosts lead to `site`. */
export function startContent(parts: Parts, databaseUrl: string, hosts: string, site: Served): Promise<Service> {
  return parts.service('content', {
    DATABASE_URL: databaseUrl,
    HOST_OVERRIDES: `${hosts}=127.0.0.1:${site.port}`,
    CRAWL_PAGES_PER_SECOND: '1000',
    NODE_OPTIONS: busyNodeOptions,
  })
}

/** A site of an account of its own, as content and research have both from facts. */
export async function seedSite(pool: pg.Pool, siteId: string, host: string, plan: string): Promise<void> {
  await pool.query(`INSERT INTO known.account VALUES ($1, $2, 'active', NULL, 1)`, [`of-${siteId}`, plan])
  await pool.query(`INSERT INTO known.site VALUES ($1, $2, 'Bench', $3, 'us', 'en', now(), 1, NULL)`, [
    siteId,
    `of-${siteId}`,
    host,
  ])
}

export type NewRun = { kind: string; lane: string; key: string; input: object; scope: string }

/** Asks for a run as a reader of collected data does, and wakes the workers; answers its subject. */
export async function askFor(pool: pg.Pool, { kind, lane, key, input, scope }: NewRun): Promise<string> {
  const { rows } = await pool.query(
    `WITH wanted AS (INSERT INTO collects.subject (kind, key, input, lane, due_at) VALUES ($1, $2, $3, $4, now()) RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT $5, id, 'bench', now() FROM wanted
     RETURNING subject_id AS id`,
    [kind, key, JSON.stringify(input), lane, scope],
  )
  await pool.query(`SELECT pg_notify('collects', $1)`, [`due ${lane}`])
  return rows[0]?.id
}

/** A reader wants the audit of a site; answers how many pages were read once its crawl has ended, 0 if it has not by `endsAt`. */
export async function audit(pool: pg.Pool, siteId: string, host: string, endsAt: number): Promise<number> {
  const input = { siteId, domain: host }
  await askFor(pool, { kind: 'crawl', lane: 'crawl', key: `${siteId}·${host}`, input, scope: `s:${siteId}` })
  const ended = 'SELECT pages_done AS done FROM crawl.run WHERE site_id = $1 AND ended_at IS NOT NULL'
  while (Date.now() < endsAt) {
    const { rows } = await pool.query<{ done: number }>(ended, [siteId])
    if (rows[0]) return rows[0].done
    await delay(50)
  }
  return 0
}
