import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@rts/local/testing/until'
import { type Answer, at } from '../../../tests/support/system.ts'
import { type Count, type Finding, foundIn, jobMs, type Query, type Reply } from '../verdict.ts'
import type { World } from '../world.ts'

/**
 * Where a job is when the fault comes. `called`: the call that starts it is under way; `asked`: the outside was asked and has not
 * answered; `storing`: the outcome waits for a lock in the database.
 */
export const phases = ['called', 'asked', 'storing'] as const
export type Phase = (typeof phases)[number]
/** A call of a provider that is held: one about a keyword, or one to a path, which has a word in it. */
type Asked = { provider: string } & ({ keyword: string } | { path: string; word(): Promise<string> | string })

/** A kind of job, with what each one of it has: `prepare` makes it, and `Own` is given to all that follows. */
type Kind<Own> = {
  name: string
  prepare(world: World): Promise<Own>
  /** The call that starts the job; it is repeated until it is answered, as its caller would. */
  call(own: Own): Promise<Reply>
  /** The next call of a provider, for a job that asks one. */
  asks?(own: Own): Asked
  /** Resolves once the job asks the outside, where no provider is held. */
  begun?(own: Own): Promise<unknown>
  /** The rows that the outcome changes: they are locked before the call, or else once the outside was asked. */
  stores(own: Own): Query
  /** All that must be there at the end, once the call was answered, which `call` repeats. */
  end(own: Own, call: () => Promise<Reply>): Promise<Count[]> | Count[]
}
export type Running = { release(): Promise<void>; end(): Promise<Finding> }
export type Job = {
  name: string
  /** The phases in which it can be held. */
  phases: readonly Phase[]
  /** Starts a job once `go` is settled, and brings it to a phase, in which it is held until `release`. */
  begin(world: World, phase: Phase, go: Promise<void>): Promise<Running>
}

const phaseMs = 120_000

export function jobOf<Own>(kind: Kind<Own>): Job {
  const asksOutside = kind.asks !== undefined || kind.begun !== undefined
  return {
    name: kind.name,
    phases: phases.filter((phase) => phase !== 'asked' || asksOutside),
    begin: (world, phase, go) => begin(kind, world, phase, go),
  }
}

async function begin<Own>(kind: Kind<Own>, world: World, phase: Phase, go: Promise<void>): Promise<Running> {
  const own = await kind.prepare(world)
  const stores = kind.stores(own)
  const early = phase === 'storing' ? await lockRows(world, stores) : null
  const held = phase === 'called' || early ? undefined : kind.asks?.(own)
  if (held) {
    const { provider, ...of } = held
    await world.outside.fail({ provider, mode: 'held', times: 1, ...('path' in of ? { path: of.path } : of) })
  }
  const call = () => kind.call(own)
  const sent = send(call, go)
  if (held) await untilAsked(world, held)
  if (phase !== 'called') await kind.begun?.(own)
  const lock = early ?? (phase === 'storing' ? await lockRows(world, stores) : null)
  if (phase === 'storing' && !lock) throw new Error(`no row to lock: ${stores[1]}`)
  if (lock && held) await world.outside.release(held.provider)
  await lock?.awaited()
  return {
    release: async () => {
      if (lock) await lock.release()
      else if (held) await world.outside.release(held.provider)
    },
    end: async () => {
      await sent()
      return foundIn(world, await kind.end(own, call))
    },
  }
}

async function untilAsked(world: World, asked: Asked): Promise<void> {
  const word = 'keyword' in asked ? asked.keyword : await asked.word()
  const isHeld = async () => (await world.outside.calls(word, asked.provider)).some(({ status }) => status === null)
  await until(`${asked.provider} to be asked about ${word}`, isHeld, phaseMs)
}

/** Locks rows, for which another connection that changes them waits; null where there are none. */
async function lockRows(world: World, [service, sql, ...values]: Query) {
  const client = await world.pool(service).connect()
  client.on('error', () => {})
  await client.query('BEGIN')
  const release = async () => {
    await client.query('ROLLBACK').catch(() => {})
    client.release(true)
  }
  const locked = await client.query(`${sql} FOR UPDATE`, values)
  if (locked.rowCount === 0) return release().then(() => null)
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))'
  const isAwaited = async () => (await world.rows(service, waiting, rows[0].pid)).length > 0
  return { release, awaited: () => until(`somebody to wait for: ${sql}`, isAwaited, phaseMs) }
}

/** Sends a call once `go` is settled; the answer is asked for again until it is a 200. */
export function send(call: () => Promise<Reply>, go: Promise<void> = Promise.resolve()): () => Promise<Answer['body']> {
  const failed = (error: unknown) => ({ status: 0, body: { code: String(error) } })
  let sent = go.then(call).catch(failed)
  let last: Reply | undefined
  const look = async () => {
    last = await sent
    if (last.status === 200) return last.body
    sent = delay(1_000).then(call).catch(failed)
    return false
  }
  return () => until(() => `an answer: ${last?.status} ${JSON.stringify(last?.body)}`, look, jobMs)
}

/** A word that no other job has. */
export const newWord = () => `x${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`

/** A new account on Growth, and a site of it. */
export async function newSite(world: World, word = newWord(), domain = `${word}.example`) {
  const { id: accountId, email, rest } = await world.newAccount()
  const { body } = await rest('POST', '/projects', { name: word, domain })
  return { world, accountId, email, rest, word, site: String(at(body, 'project', 'id')) }
}
