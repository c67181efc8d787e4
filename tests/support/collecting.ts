import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { type Collects, createCollects } from '@rts/shared/collects/collects'
import type { Asker, Job, Kind, Outcome } from '@rts/shared/collects/kind'
import type { Quota } from '@rts/shared/collects/quota'
import { createLogger } from '@rts/shared/logger'
import { z } from 'zod'

export type Run = (job: Job<{ q: string }>, signal: AbortSignal) => Promise<Outcome<string[]>>
export type Replica = Collects & { stop(): Promise<void> }

/** A database with the tables of collects. */
export function createCollectDatabase(serverUrl: string): Promise<TestDatabase> {
  return createTestDatabase(serverUrl, 'projects')
}

/** A kind, ideas for a phrase, whose `run` the test supplies. */
export function ideasKind(run: Run, freshMs = 3_600_000): Kind<{ q: string }, string[]> {
  const input = z.object({ q: z.string() })
  return { name: 'ideas', lane: 'ask', input, keyOf: ({ q }) => q, freshMs, typicalMs: 5_000, retryMs: [10, 10], run }
}

export function ready(body: string[]): Outcome<string[]> {
  return { state: 'ready', body, sources: ['simulated'], sandbox: true, costUsd: 0.01 }
}

export function askerOf(name: string, more: Partial<Asker> = {}): Asker {
  return { scope: `a:${name}`, accountId: name, plan: 'scale', mayCollect: true, waitMs: 10_000, ...more }
}

/** An unlimited quota, for tests that are not about counts. */
export const endless: Quota = { take: async () => 'taken', giveBack: async () => {} }

/** Starts one replica on a database. */
export function startReplica(
  database: TestDatabase,
  kind: Kind<{ q: string }, string[]>,
  quota: Quota = endless,
  isFrozen: (siteId: string) => Promise<boolean> = async () => false,
): Replica {
  const logger = createLogger('research', 'silent')
  const collects = createCollects({
    service: 'research',
    pool: database.pool,
    quota,
    logger,
    isFrozen,
    lanes: { ask: 6 },
    tempo: { heartMs: 100, patienceMs: 100 },
  })
  const running = [collects.listen(), collects.work([kind])]
  const stop = async () => {
    await Promise.all(running.map((each) => each.stop()))
  }
  return { ...collects, stop }
}
