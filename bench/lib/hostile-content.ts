import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { busyNodeOptions } from '@rts/local/system/programs'
import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import type pg from 'pg'
import { hostileTexts } from '../../services/content/src/structured-data/testing/hostile.ts'
import { textsInFields } from './hostile-fields.ts'
import { type Attack, postingAs, type Service, startService } from './hostile-service.ts'
import type { Stack } from './stack.ts'

/** The strangers: `hostile-site.ts`, or `hostile-provider.ts`. */
export async function startStrangers(entry: string): Promise<{ port: number; stop(): void }> {
  const child = fork(path.join(import.meta.dirname, entry))
  const [{ port }] = await once(child, 'message')
  return { port: Number(port), stop: () => child.kill() }
}

export function startContent(stack: Stack, databaseUrl: string, sitePort: number): Promise<Service> {
  return startService(stack, 'content', {
    DATABASE_URL: databaseUrl,
    HOST_OVERRIDES: `*.hostile.example=127.0.0.1:${sitePort}`,
    CRAWL_PAGES_PER_SECOND: '1000',
    NODE_OPTIONS: busyNodeOptions,
  })
}

/** A site of an account of its own. */
export async function seedSite(pool: pg.Pool, siteId: string, host: string, plan: string): Promise<void> {
  await pool.query(`INSERT INTO known.account VALUES ($1, $2, 'active', NULL, 1)`, [`of-${siteId}`, plan])
  await pool.query(`INSERT INTO known.site VALUES ($1, $2, 'Bench', $3, 'us', 'en', now(), 1, NULL)`, [
    siteId,
    `of-${siteId}`,
    host,
  ])
}

/** A reader wants the audit of a site; answers when its crawl has ended, or `isOver`. */
export async function audit(pool: pg.Pool, siteId: string, host: string, isOver: () => boolean): Promise<void> {
  await pool.query(
    `WITH wanted AS (INSERT INTO collects.subject (kind, key, input, lane, due_at)
       VALUES ('crawl', $1 || '·' || $2, jsonb_build_object('siteId', $1::text, 'domain', $2::text), 'crawl', now()) RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 's:' || $1, id, 'bench', now() FROM wanted`,
    [siteId, host],
  )
  await pool.query(`SELECT pg_notify('collects', 'due crawl')`)
  while (!isOver()) {
    const ended = await pool.query('SELECT 1 FROM crawl.run WHERE site_id = $1 AND ended_at IS NOT NULL', [siteId])
    if (ended.rows.length > 0) return
    await delay(100)
  }
}

let sites = 0
/** One guest after the other wants the audit of a hostile host. */
export function auditsOf(pool: pg.Pool, name: string): Attack {
  return async (_content, isOver) => {
    while (!isOver()) {
      const siteId = `guest-${++sites}`
      const host = `${name}.hostile.example`
      await seedSite(pool, siteId, host, 'guest')
      await audit(pool, siteId, host, isOver)
    }
    // A cancelled crawl ends its thread.
    await pool.query(`DELETE FROM collects.subject WHERE key LIKE 'guest-%'`)
  }
}

/** Texts of a guest, eight at a time. */
export function texts(callerKeys: string): Attack {
  const bodies = Object.values(hostileTexts).map((make) => JSON.stringify({ code: make().slice(0, 512_000) }))
  const posts = bodies.map((body) => ({ target: '/schema/check', body }))
  return postingAs(callerKeys, { service: 'content', account: 'of-texts' }, posts)
}

/** Topics with facts for the writer. */
export function textsOfPlans(callerKeys: string): Attack {
  const posts = textsInFields('/projects/charset/content-plans', defaultBodyLimitBytes, (text) => ({
    q: text,
    publishOn: text,
    context: text,
  }))
  return postingAs(callerKeys, { service: 'content', account: 'of-charset' }, posts)
}

/** A page of two megabytes in a slow encoding, eight at a time. */
export function pagesByAddress(callerKeys: string, siteId: string): Attack {
  const body = JSON.stringify({ url: 'http://charset.hostile.example/' })
  const target = `/projects/${siteId}/schema/check`
  return postingAs(callerKeys, { service: 'content', account: `of-${siteId}` }, [{ target, body }])
}
