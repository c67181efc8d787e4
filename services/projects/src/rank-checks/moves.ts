import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import { mapInSteps } from '@rts/shared/scheduling'
import type { Database } from '@rts/shared/service/transaction'
import { transact } from '../transact.ts'
import { endPart, lockNextPart, moveBlocks, type OldPage, storeMoved, takePages } from './moves.sql.ts'
import { packPage, unpackPage } from './rules/packed-page.ts'

const pollMs = 60_000
const stepMs = 200
const mostBlocks = 256
const pagesAtOnce = 20

/**
 * Moves positions, and then results pages, from the tables of earlier releases, in steps of about a fifth of a second; replicas take
 * different partitions.
 */
export function startMoving({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }): Loop {
  const moves = [inTime(moveBlocks), inTime(movePages)]
  return startLoop({
    pollMs,
    onError: (error) => logger.error({ err: error }, 'history of earlier releases cannot be moved'),
    round: async () => {
      for (const move of moves) if (await move(db, clock.now())) return true
      return false
    },
  })
}

/** Runs a step with as many blocks as take it the time of a step. */
function inTime(step: typeof movePages) {
  let blocks = 8
  return async (db: Database, now: Date): Promise<boolean> => {
    const startedAt = performance.now()
    const isMore = await step(db, now, blocks)
    const factor = stepMs / Math.max(1, performance.now() - startedAt)
    blocks = Math.round(Math.min(mostBlocks, Math.max(1, blocks * Math.min(2, factor))))
    return isMore
  }
}

/** Moves the results pages of so many blocks; false if no replica needs to go on now. */
export function movePages(db: Database, now: Date, blocks: number): Promise<boolean> {
  return transact(db, async (tx) => {
    const next = await lockNextPart(tx, now)
    if (!next) return false
    if (next.isOver) return endPart(tx, next.part)
    const taken = await takePages(tx, next.part, blocks)
    const owned = taken.filter(({ isOrphan }) => !isOrphan)
    const orphans = taken.length - owned.length
    const packed = await mapInSteps(owned, pagesAtOnce, packAgain)
    await storeMoved(tx, packed, { part: next.part, blocks, orphans })
    return true
  })
}

function packAgain(page: OldPage): OldPage {
  const packed = packPage(unpackPage({ ...page, baseHosts: null, baseDetails: null }))
  return { ...page, hosts: packed.hosts, details: page.details && packed.details }
}
