import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import type { PromptStore } from './prompts.sql.ts'
import { unschedule } from './runs.sql.ts'

type Reader = { scope: string; payer: string; dueAt: Date }
/** Runs a prompt on an engine by itself, from a time on. */
type Schedule = (client: PoolClient, input: { promptId: string; engine: string }, reader: Reader) => Promise<void>
type Site = { id: string; accountId: string }
export type PromptSchedule = ReturnType<typeof createPromptSchedule>

/** Which prompts run on which engines by themselves. */
export function createPromptSchedule(pool: Pool, schedule: Schedule, engines: readonly string[]) {
  async function start(client: PoolClient, site: Site, promptIds: readonly string[], dueAt: Date): Promise<void> {
    const reader = { scope: `s:${site.id}`, payer: site.accountId, dueAt }
    for (const promptId of promptIds) for (const engine of engines) await schedule(client, { promptId, engine }, reader)
  }
  return {
    /** Runs prompts on every engine from a time on, in the transaction that adds them. */
    start,
    stop: (client: PoolClient, promptIds: readonly string[]): Promise<void> => unschedule(client, promptIds),
    /** Runs the prompts that are there on engines that were configured since. */
    async addEngines(prompts: Pick<PromptStore, 'unscheduled'>, now: Date): Promise<void> {
      for (const engine of engines) {
        for (const { id, siteId, accountId } of await prompts.unscheduled(engine)) {
          await inTransaction(pool, (client) =>
            schedule(client, { promptId: id, engine }, { scope: `s:${siteId}`, payer: accountId, dueAt: now }),
          )
        }
      }
    },
  }
}
