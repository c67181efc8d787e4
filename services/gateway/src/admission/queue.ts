import { inSpan } from '@rts/shared/traces/spans'
import type { AdmissionRow, AdmissionStore, Decision, Door, Effect } from './admissions.sql.ts'
import { type BatchOptions, createBatches } from './batches.ts'

export type Admission =
  | { verdict: 'invalid' }
  | ({ verdict: 'limited' | 'struck' | 'passed' | 'charged' | 'exhausted' } & KeyState)

export type KeyState = Omit<Decision, 'ord' | 'granted' | 'struck' | 'charged'>

type Question = Omit<AdmissionRow, 'count'>
export type AdmissionQueueOptions = Pick<BatchOptions<Question, Decision>, 'patienceMs' | 'onBatch'>

/** Batches questions to the database; caches nothing about a key. */
export function createAdmissionQueue(store: Pick<AdmissionStore, 'admitKeys'>, options: AdmissionQueueOptions) {
  const batches = createBatches<Question, Decision>({
    ...options,
    idOf: ({ hash, door, effect }) => `${door} ${effect} ${hash.toString('base64')}`,
    decide: (questions, counts) => store.admitKeys(questions.map((one, i) => ({ ...one, count: counts[i] ?? 0 }))),
  })
  return {
    async ask(hash: Buffer, door: Door, effect: Effect): Promise<Admission> {
      const { decision, index } = await inSpan('admission', { kind: 'client' }, () =>
        batches.ask({ hash, door, effect }),
      )
      return decision ? verdictOf(effect, decision, index) : { verdict: 'invalid' }
    },
  }
}
export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>

/** For the k-th request of one decision: the first ones pass, each with its own figures. */
function verdictOf(effect: Effect, d: Decision, k: number): Admission {
  if (effect === 'check') return admission('passed', d, d)
  if (k >= d.granted) return admission('limited', d, d)
  const figures = { minuteLeft: d.minuteLeft + (d.granted - 1 - k), strikes: d.strikes, used: d.used }
  if (effect === 'rate') return admission('passed', d, figures)
  if (effect === 'strike') {
    // The fifth strike revokes the key, also for the requests of the same batch.
    if (k >= d.struck) return { verdict: 'invalid' }
    figures.strikes = d.strikes - d.struck + k + 1
    return admission('struck', d, figures)
  }
  if (k >= d.charged) return admission('exhausted', d, figures)
  figures.used = d.used - d.charged + k + 1
  return admission('charged', d, figures)
}

type Figures = Pick<KeyState, 'minuteLeft' | 'strikes' | 'used'>

function admission(verdict: Exclude<Admission['verdict'], 'invalid'>, decision: Decision, figures: Figures): Admission {
  return { ...decision, ...figures, verdict }
}
