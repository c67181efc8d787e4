import type { Clock } from '@rts/shared/clock'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop, untilOver } from '@rts/shared/loops/loop'
import type { Database } from '@rts/shared/service/transaction'
import { transact } from '../transact.ts'
import { deleteKey, lockSearch, nextKeys, storeSearch } from './orphans.sql.ts'

type OrphanDeps = { db: Database; clock: Clock; logger: Logger }

/** With the rows of a step this reads 300 million rows a day at a few per cent of a core. */
const pollMs = 5_000
const maxRows = 20_000
const stepMs = 500
const dayMs = 86_400_000

/** Reads all history once a day for rows whose keyword, domain or page does not exist any more, and deletes these: a little every few seconds. */
export function startOrphanSearch(deps: OrphanDeps): Loop {
  return startLoop({
    pollMs,
    onError: (error) => deps.logger.error({ err: error }, 'rows without an owner cannot be searched'),
    round: () => searchStep(deps).then(() => false),
  })
}

/** One step of a search that no other replica makes at the moment; answers whether one was due. */
export function searchStep({ db, clock, logger }: OrphanDeps, max = maxRows): Promise<boolean> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const search = await lockSearch(tx, new Date(now.getTime() - dayMs))
    if (!search) return false
    const keys = await nextKeys(tx, search, max)
    const orphans = keys.filter(({ isOrphan }) => isOrphan)
    const deleted = await untilOver(stepMs, orphans, (orphan) => deleteKey(tx, search, orphan))
    if (deleted.length > 0) logger.error({ place: search.name, keys: deleted.length }, 'rows without an owner: deleted')
    const last = deleted.length < orphans.length ? deleted.at(-1) : keys.at(-1)
    await storeSearch(tx, { ...search, foundSoFar: search.foundSoFar + deleted.length }, now, last)
    return true
  })
}
