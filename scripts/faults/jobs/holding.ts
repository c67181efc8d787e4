import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import type { DatabaseService } from '@rts/shared/contract/services'
import type { Answer } from '../../../tests/support/system.ts'
import type { World } from '../world.ts'

/** A caller gives up on a job after this time. */
export const jobMs = 420_000
const phaseMs = 120_000

/** Locks rows, so that another connection which changes them waits. */
export async function lockRows(world: World, service: DatabaseService, sql: string, ...values: unknown[]) {
  const client = await world.pool(service).connect()
  client.on('error', () => {})
  await client.query('BEGIN')
  const locked = await client.query(`${sql} FOR UPDATE`, values)
  if (locked.rowCount === 0) {
    client.release(true)
    throw new Error(`no row to lock: ${sql}`)
  }
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return {
    /** Waits until another connection waits for these rows. */
    awaited: () =>
      until(
        `somebody to wait for: ${sql}`,
        async () => (await world.rows(service, blockedBy, rows[0].pid)).length > 0,
        phaseMs,
      ),
    async release(): Promise<void> {
      await client.query('ROLLBACK').catch(() => {})
      client.release(true)
    },
  }
}
const blockedBy = 'SELECT pid FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))'

/** Holds the next call of a provider; `asked` waits until one whose question has the word is held. */
export async function holdCall(world: World, provider: string, path?: string) {
  await world.outside.fail({ provider, mode: 'held', times: 1, ...(path ? { path } : {}) })
  return {
    asked: (word: string) =>
      until(
        `${provider} to be asked about ${word}`,
        async () => (await world.outside.calls(word, provider)).some(({ status }) => status === null),
        phaseMs,
      ),
    release: () => world.outside.release(provider),
  }
}

/** Sends a call once `go` is settled; `done` repeats it until it is answered, as its caller would, and answers that. */
export function sent(send: () => Promise<Pick<Answer, 'status' | 'body'>>, go: Promise<void> = Promise.resolve()) {
  const failed = (error: unknown) => ({ status: 0, body: { code: String(error) } })
  const first = go.then(send).catch(failed)
  return {
    async done(): Promise<Answer['body']> {
      const end = performance.now() + jobMs
      let answer = await first
      while (answer.status !== 200) {
        if (performance.now() > end) throw new Error(`never answered: ${answer.status} ${JSON.stringify(answer.body)}`)
        await delay(1_000)
        answer = await send().catch(failed)
      }
      return answer.body
    },
  }
}

/** Compares a count with the wanted one: fewer are lost, more are doubled. */
export function counted(what: string, seen: unknown, wanted: number, max = wanted) {
  const said = [`${what}: ${seen}, not ${wanted}`]
  return { lost: Number(seen) < wanted ? said : [], doubled: Number(seen) > max ? said : [] }
}

export function together(...found: { lost: string[]; doubled: string[] }[]) {
  return { lost: found.flatMap(({ lost }) => lost), doubled: found.flatMap(({ doubled }) => doubled) }
}

/** A word that no other job has. */
export const newWord = () => `x${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`
