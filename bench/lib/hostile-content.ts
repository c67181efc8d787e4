import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@rts/local/ports'
import { busyNodeOptions } from '@rts/local/system/programs'
import type { ServiceName } from '@rts/shared/contract/services'
import type pg from 'pg'
import { hostileTexts } from '../../services/content/src/structured-data/testing/hostile.ts'
import { signedHeaders } from './signed.ts'
import { type Stack, untilOk } from './stack.ts'

/** What the agents' endpoint wants; others take any. */
export const acceptedByAgents = 'application/json, text/event-stream'

export type Content = { port: number; adminPort: number; pid: number; stop(): Promise<unknown> }
/** Goes on until `isOver`. */
export type Attack = (content: Content, isOver: () => boolean) => Promise<void>

export async function startHostileSites(): Promise<{ port: number; stop(): void }> {
  const child = fork(path.join(import.meta.dirname, 'hostile-site.ts'))
  const [{ port }] = await once(child, 'message')
  return { port: Number(port), stop: () => child.kill() }
}

export async function startContent(stack: Stack, databaseUrl: string, sitePort: number): Promise<Content> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const { pid, stop } = await stack.node('services/content/src/main.ts', {
    ...{ PORT: String(port), ADMIN_PORT: String(adminPort), NODE_ENV: 'development', LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: databaseUrl, NATS_URL: stack.natsUrl, CALLER_KEYS: stack.callerKeys },
    ...{ PUBLIC_URL: 'http://127.0.0.1', HOST_OVERRIDES: `*.hostile.example=127.0.0.1:${sitePort}` },
    ...{ CRAWL_PAGES_PER_SECOND: '1000', NODE_OPTIONS: busyNodeOptions },
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { port, adminPort, pid, stop: () => stop(1_000) }
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
  }
}

/** As many as the gateway lets through in a minute, eight at a time. */
const mostPosts = 30

/** Posts texts of JSON to a service, eight at a time. */
export function posting(
  callerKeys: string,
  { service, account, target }: { service: ServiceName; account: string; target: string },
  bodies: readonly string[],
): Attack {
  const headersOf = signedHeaders(callerKeys, service, account)
  const made = bodies.map((body) => Buffer.from(body))
  let next = 0
  return async ({ port }, isOver) => {
    const end = next + mostPosts
    const poster = async () => {
      while (next < end && !isOver()) {
        const body = made[next++ % made.length] ?? Buffer.alloc(0)
        const headers = { ...headersOf(target, body), 'content-type': 'application/json', accept: acceptedByAgents }
        const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: 8 }, poster))
  }
}

/** Texts of a guest, eight at a time. */
export function texts(callerKeys: string): Attack {
  const bodies = Object.values(hostileTexts).map((make) => JSON.stringify({ code: make().slice(0, 512_000) }))
  return posting(callerKeys, { service: 'content', account: 'of-texts', target: '/schema/check' }, bodies)
}

/** A page of two megabytes in a slow encoding, eight at a time. */
export function pagesByAddress(callerKeys: string, siteId: string): Attack {
  const body = JSON.stringify({ url: 'http://charset.hostile.example/' })
  const target = `/projects/${siteId}/schema/check`
  return posting(callerKeys, { service: 'content', account: `of-${siteId}`, target }, [body])
}
