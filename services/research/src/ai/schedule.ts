import type { Collects } from '@rts/shared/collects/collects'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { AiKind } from './asking.ts'
import { unscheduledPrompts } from './schedule.sql.ts'

type Site = { id: string; accountId: string }
type ScheduleDeps = {
  database: Database
  collects: Pick<Collects, 'schedule'>
  kind: AiKind
  /** The engines that are configured. */
  engines: readonly string[]
}
export type Schedule = ReturnType<typeof createSchedule>

/** Which prompts run on which engines by themselves. */
export function createSchedule({ database, collects, kind, engines }: ScheduleDeps) {
  const startOn = (tx: Transaction, engine: string, { id, accountId }: Site, promptId: string, dueAt: Date) =>
    collects.schedule(tx, kind, { promptId, engine }, { scope: `s:${id}`, payer: accountId, dueAt })

  return {
    /** Runs prompts on every engine from a time on. */
    async start(tx: Transaction, site: Site, promptIds: readonly string[], dueAt: Date): Promise<void> {
      for (const promptId of promptIds) for (const engine of engines) await startOn(tx, engine, site, promptId, dueAt)
    },

    /** Runs existing prompts on engines that were configured since. */
    async addEngines(now: Date): Promise<void> {
      for (const engine of engines) {
        for (const { id, siteId, accountId } of await unscheduledPrompts(database, engine))
          await inTransaction(database, (tx) => startOn(tx, engine, { id: siteId, accountId }, id, now))
      }
    },
  }
}
