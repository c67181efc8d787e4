import { utcDay } from '@rts/shared/clock'
import type { Collects } from '@rts/shared/collects/collects'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { AiKind } from './asking.ts'
import { nextPart, unscheduledPrompts } from './schedule.sql.ts'

type Site = { id: string; accountId: string }
type ScheduleDeps = {
  database: Database
  collects: Pick<Collects, 'schedule'>
  kind: AiKind
  engines: readonly string[]
}
export type Schedule = ReturnType<typeof createSchedule>

const promptsAtOnce = 1_000

export function createSchedule({ database, collects, kind, engines }: ScheduleDeps) {
  const startOn = (tx: Transaction, engine: string, { id, accountId }: Site, promptId: string, dueAt: Date) =>
    collects.schedule(tx, kind, { promptId, engine }, { scope: `s:${id}`, payer: accountId, dueAt })

  // All at the start (new engines) and daily (restored sites); else new ones only, from replicas without the engine.
  let seen = { day: '', last: '0' }

  return {
    async start(tx: Transaction, site: Site, promptIds: readonly string[], dueAt: Date): Promise<void> {
      for (const promptId of promptIds) for (const engine of engines) await startOn(tx, engine, site, promptId, dueAt)
    },

    async addEngines(now: Date): Promise<void> {
      const day = utcDay(now)
      if (seen.day !== day) seen = { day, last: '0' }
      for (let part = await nextPart(database, seen.last, promptsAtOnce); part; ) {
        for (const engine of engines)
          for (const { id, siteId, accountId } of await unscheduledPrompts(database, engine, part))
            await inTransaction(database, (tx) => startOn(tx, engine, { id: siteId, accountId }, id, now))
        seen = { day, last: part.last }
        part = await nextPart(database, seen.last, promptsAtOnce)
      }
    },
  }
}
