import { createHash } from 'node:crypto'
import type { RankChangeRow } from '@rts/shared/contract/rows/rank-change'
import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { systemCaller } from '@rts/shared/service/rpc-client'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { Parts } from '../parts.ts'
import { announce } from './announce.ts'
import { claimRead, listSeen, type RankRead, storeRead, storeSeen } from './rank-reads.sql.ts'

type RankReadDeps = Pick<Parts, 'database' | 'call' | 'clock' | 'logger'>

const changesOfEvent = 200
const rowsOfPage = 1_000

/** Reads the rank changes of sites whose endpoints want them, each every five minutes, and announces them. */
export function startRankReads({ database, call, clock, logger }: RankReadDeps): Loop {
  async function readChanges({ siteId, accountId, since }: RankRead) {
    const ask = (cursor?: string) => {
      const query = { since: since.toISOString(), limit: rowsOfPage, cursor }
      return call('rankChanges.snapshot', { params: { id: siteId }, query }, systemCaller(accountId))
    }
    let page = await ask()
    const changes = [...page.changes]
    while (page.nextCursor !== null) {
      page = await ask(page.nextCursor)
      changes.push(...page.changes)
    }
    return { changes, until: new Date(page.until) }
  }

  async function announceChanges(due: RankRead): Promise<void> {
    const { changes, until } = await readChanges(due)
    await inTransaction(database, async (tx) => {
      if (!(await storeRead(tx, due, until))) return
      const unseen = await takeUnseen(tx, due, changes)
      for (let i = 0; i < unseen.length; i += changesOfEvent)
        await announce(tx, eventOf(due, unseen.slice(i, i + changesOfEvent), clock.now()))
    })
  }

  return startLane({
    claim: () => claimRead(database, clock.now()),
    run: announceChanges,
    onError: (error) => logger.warn({ err: error }, 'rank changes were not read for webhooks'),
    pollMs: 5_000,
  })
}

/** The changes that were not announced yet, each once over all reads. */
async function takeUnseen(tx: Transaction, read: RankRead, changes: readonly RankChangeRow[]) {
  const recent = changes.filter(({ at }) => Date.parse(at) >= read.begunAt.getTime())
  const ids = [...new Set(recent.map(({ keywordId }) => keywordId))]
  const seen = new Map((await listSeen(tx, read, ids)).map(({ keywordId, at }) => [keywordId, at.getTime()]))
  const unseen = recent.filter(({ keywordId, at }) => Date.parse(at) > (seen.get(keywordId) ?? 0))
  // Oldest first: the last of a keyword stays.
  const newest = new Map(unseen.map(({ keywordId, at }) => [keywordId, new Date(at)]))
  await storeSeen(
    tx,
    read,
    [...newest].map(([keywordId, at]) => ({ keywordId, at })),
  )
  return unseen
}

function eventOf({ siteId, accountId, name, domain }: RankRead, rows: readonly RankChangeRow[], at: Date) {
  const checks = rows.map(({ keywordId, at }) => `${keywordId} ${at}`).join(' ')
  const id = createHash('sha256').update(checks).digest('base64url')
  const sandbox = rows.some((row) => row.sandbox)
  const changes = rows.map(({ sandbox: _sandbox, ...change }) => change)
  const data = { project: { id: siteId, name, domain }, count: changes.length, changes }
  return { accountId, siteId, type: 'rank.changed' as const, id, at, sandbox, data }
}
