import { createCollects } from '@rts/shared/collects/collects'
import type { Kind } from '@rts/shared/collects/kind'
import type { Quota } from '@rts/shared/collects/quota'
import { createLogger } from '@rts/shared/logger'
import pg from 'pg'
import { z } from 'zod'

const asks = 200
const input = z.object({ q: z.string() })

export const askKind = (started: (q: string) => void): Kind<{ q: string }, string> => ({
  name: 'bench',
  lane: 'ask',
  input,
  keyOf: ({ q }) => q,
  freshMs: 3_600_000,
  typicalMs: 1_000,
  retryMs: [],
  run: async ({ input: { q } }) => {
    started(q)
    return { state: 'ready', body: q, sources: ['bench'], sandbox: true, costUsd: null }
  },
})

/** The times from an ask to its run, in ms, one after the other, on a database with one worker. */
export async function askToStartMs(databaseUrl: string): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const started = new Map<string, number>()
  const kind = askKind((q) => started.set(q, performance.now()))
  const quota: Quota = { take: async () => 'taken', giveBack: async () => {} }
  const collects = createCollects({
    service: 'bench',
    pool,
    quota,
    logger: createLogger('research', 'silent'),
    isFrozen: async () => false,
    lanes: { ask: 20 },
  })
  const listening = collects.listen()
  const running = collects.work([kind])
  const waits: number[] = []
  for (let i = 0; i < asks; i++) {
    const q = `ask ${i}`
    const askedAt = performance.now()
    await collects.read(kind, [{ q }], {
      scope: 'a:bench',
      accountId: 'bench',
      plan: 'scale',
      mayCollect: true,
      waitMs: 8_000,
    })
    waits.push((started.get(q) ?? Number.POSITIVE_INFINITY) - askedAt)
  }
  await Promise.all([listening.stop(), running.stop()])
  await pool.end()
  return waits
}
