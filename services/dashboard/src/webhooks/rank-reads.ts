import { createHash } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { RankChangeRow } from '@rts/shared/contract/rows/rank-change'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { announce } from './events.sql.ts'
import { claimNextRead, type RankRead, storeRead } from './rank-reads.sql.ts'

type RankReadDeps = { database: Database; call: RpcClient; clock: Clock; logger: Pick<Logger, 'warn'> }

const changesOfEvent = 200
const rowsOfPage = 1_000
/** A read that begins where the last one ended may answer what was stored shortly before again. */
const overlapMs = 600_000

/** Reads the rank changes of sites whose endpoints want them, each every five minutes, and announces them. */
export function startRankReads({ database, call, clock, logger }: RankReadDeps): Loop {
  async function readAll({ siteId, accountId, since }: RankRead) {
    const changes: RankChangeRow[] = []
    const ask = (cursor?: string) =>
      call(
        'rankChanges.snapshot',
        { params: { id: siteId }, query: { since: since.toISOString(), limit: rowsOfPage, cursor } },
        systemCaller(accountId),
      )
    let page = await ask()
    changes.push(...page.changes)
    while (page.nextCursor !== null) {
      page = await ask(page.nextCursor)
      changes.push(...page.changes)
    }
    return { changes, until: new Date(page.until) }
  }

  async function announceNext(): Promise<boolean> {
    const due = await claimNextRead(database, clock.now())
    if (!due) return false
    const { changes, until } = await readAll(due)
    const known = new Set(due.seen)
    const unseen = changes.filter((change) => !known.has(keyOf(change)))
    const seen = changes.filter(({ at }) => Date.parse(at) > until.getTime() - overlapMs).map(keyOf)
    await inTransaction(database, async (tx) => {
      if (!(await storeRead(tx, due, { until, seen }))) return
      for (let i = 0; i < unseen.length; i += changesOfEvent)
        await announce(tx, eventOf(due, unseen.slice(i, i + changesOfEvent), clock.now()))
    })
    return true
  }

  return startLoop({
    pollMs: 5_000,
    onError: (error) => logger.warn({ err: error }, 'rank changes were not read for webhooks'),
    round: announceNext,
  })
}

function eventOf({ siteId, accountId, name, domain }: RankRead, rows: readonly RankChangeRow[], at: Date) {
  const id = createHash('sha256').update(rows.map(keyOf).join(' ')).digest('base64url')
  const sandbox = rows.some((row) => row.sandbox)
  const changes = rows.map(({ sandbox: _sandbox, ...change }) => change)
  const data = { project: { id: siteId, name, domain }, count: changes.length, changes }
  return { accountId, siteId, type: 'rank.changed' as const, id, at, sandbox, data }
}

/** A check of a keyword. */
function keyOf({ keywordId, at }: RankChangeRow): string {
  return `${keywordId} ${Date.parse(at).toString(36)}`
}
