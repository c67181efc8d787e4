import { randomUUID } from 'node:crypto'
import { type Clock, dayMs } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { writeFact } from '@rts/shared/facts/write'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { z } from 'zod'
import { nothing } from '../collected.ts'
import type { Verifier } from './providers/verifier.ts'
import { keyOfLink, type LinkRow } from './rules/link-row.ts'
import {
  type ChangedLink,
  type Look,
  type SeenLink,
  seenOf,
  storeFirstSeen,
  storeLooks,
  takeLinkChanges,
} from './seen.sql.ts'

const input = z.object({ siteId: z.string() })
export type VerifyKind = Kind<z.output<typeof input>, null>

type VerifyDeps = {
  database: Database
  verifier: Verifier
  /** Saved links and their target domain; null: deleted site. */
  linksOf(siteId: string): Promise<{ domain: string; rows: LinkRow[] } | null>
  /** Whether a simulated host can be fetched: it is not the real one. */
  isSimulated(host: string): boolean
  clock: Clock
}

/** Pages per run and concurrently; larger sites take several runs. */
const pagesOfRun = 100
const atOnce = 4
const everyMs = 7 * dayMs
const soonMs = 10 * 60_000

/** Checks linking pages weekly, unchecked ones first. */
export function verifyKind({ database, verifier, linksOf, isSimulated, clock }: VerifyDeps): VerifyKind {
  async function look(row: LinkRow & { urlFrom: string }, domain: string, signal: AbortSignal): Promise<Look> {
    const { urlFrom, domainFrom, urlTo } = row
    return { urlFrom, domainFrom, urlTo, ...(await verifier.look(urlFrom, urlTo, domain, signal)) }
  }

  return {
    name: 'verify',
    lane: 'fetch',
    input,
    keyOf: ({ siteId }) => siteId,
    freshMs: everyMs,
    typicalMs: 60_000,
    retryMs: [],
    nextDueAt: (_site, now) => new Date(now.getTime() + everyMs),
    async run({ input: { siteId } }, signal) {
      const site = await linksOf(siteId)
      if (!site) return nothing
      const started = clock.now()
      await storeFirstSeen(database, siteId, site.rows, started)
      const waiting = dueRows(site.rows, await seenOf(database, siteId), started).filter(
        ({ sandbox, domainFrom }) => !sandbox || isSimulated(domainFrom),
      )
      for (let i = 0; i < Math.min(pagesOfRun, waiting.length) && !signal.aborted; i += atOnce) {
        const looks = await Promise.all(waiting.slice(i, i + atOnce).map((row) => look(row, site.domain, signal)))
        if (!signal.aborted) await storeLooks(database, siteId, looks, clock.now())
      }
      if (!signal.aborted) await announceLinks(database, siteId, site.rows, clock.now())
      const isMore = waiting.length > pagesOfRun
      return isMore ? { ...nothing, nextDueAt: new Date(clock.now().getTime() + soonMs) } : nothing
    },
  }
}

/** Unchecked pages, then those checked over a week ago, oldest first. */
function dueRows(rows: readonly LinkRow[], known: ReadonlyMap<string, SeenLink>, now: Date) {
  const before = now.getTime() - everyMs
  return rows
    .flatMap((row) => (row.urlFrom === null ? [] : [{ ...row, urlFrom: row.urlFrom }]))
    .map((row) => ({ row, lookedAt: known.get(keyOfLink(row))?.checkedAt?.getTime() ?? 0 }))
    .filter(({ lookedAt }) => lookedAt <= before)
    .sort((a, b) => a.lookedAt - b.lookedAt)
    .map(({ row }) => row)
}

const shownLinks = 25

/** Publishes an event of links won or lost. `rows`: the site's known links. */
async function announceLinks(db: Database, siteId: string, rows: readonly LinkRow[], now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const changed = await takeLinkChanges(tx, siteId, now)
    if (changed.length === 0) return
    const byKey = new Map(rows.map((row) => [keyOfLink(row), row]))
    const lost = changed.filter(({ isLost }) => isLost).length
    const known = changed.flatMap((change) => {
      const row = byKey.get(change.key)
      return row ? [{ change, row }] : []
    })
    const links = known.slice(0, shownLinks).map(({ change, row }) => shownOf(change, row))
    const sandbox = known.some(({ row }) => row.sandbox)
    const state = { siteId, at: now.toISOString(), sandbox, won: changed.length - lost, lost, links }
    await writeFact(tx, { type: 'links.changed', aggregate: `links:${randomUUID()}`, version: 1, state })
  })
}

function shownOf({ isLost, at }: ChangedLink, { domainFrom, urlFrom, urlTo }: LinkRow) {
  const change = isLost ? ('lost' as const) : ('won' as const)
  return { change, domainFrom, urlFrom, urlTo, at: at.toISOString() }
}
