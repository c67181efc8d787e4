import { type Call, expectSoundAnswer, type Key, requestText } from '../support.ts'
import { exchangeRaw, type RawAnswer } from './raw-client.ts'

/** The outcome of one call: its answer, or none if it was cut off or its connection was refused. */
export type Outcome = { key: Key; call: Call; startedAt: number; reply?: RawAnswer; refused?: true }

/** Random numbers between 0 and 1, the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Makes one call and checks that the answer's body is sound. */
export async function attempt(port: number, key: Key, call: Call): Promise<Outcome> {
  const outcome = { key, call, startedAt: performance.now() }
  try {
    const reply = await exchangeRaw(port, requestText({ key: key.secret, ...call }))
    expectSoundAnswer(reply)
    return { ...outcome, reply }
  } catch (error) {
    if (Object(error).code === 'ECONNREFUSED') return { ...outcome, refused: true }
    if (/the connection ended|ECONNRESET/.test(String(error))) return outcome
    throw error
  }
}

/** Runs `workers` in parallel until `isOver`; `next` chooses each call. */
export async function load(
  workers: number,
  isOver: () => boolean,
  next: () => { port: number; key: Key; call: Call },
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const work = async () => {
    while (!isOver()) {
      const { port, key, call } = next()
      outcomes.push(await attempt(port, key, call))
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return outcomes
}

export const statusOf = ({ reply }: Outcome): number => reply?.status ?? 0
/** Admitted by the database: it took a place in the minute. */
export const wasAdmitted = ({ reply }: Outcome): boolean =>
  reply?.header('ratelimit') !== undefined && reply.status !== 429
/** It is unknown whether it was admitted: it was cut off, or the database broke off during admission. */
export const isUnknown = (outcome: Outcome): boolean =>
  !outcome.refused && (outcome.reply === undefined || (outcome.reply.status === 503 && !wasAdmitted(outcome)))
