import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Failure, failed } from '@rts/shared/failure'
import { bought, type Purchase } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith } from '../outcome.ts'
import { dayMs, placeInput, placeKey, retryMs } from './keys.ts'
import type { MetricStore } from './metrics.sql.ts'
import type { MetricsSource } from './providers/keyword-data.ts'
import { type KeyedRow, type Keywords, keywordTable } from './tables.ts'

const input = z.object({ siteId: z.string(), ...placeInput })
type MetricsInput = z.output<typeof input>
export type MetricsKind = Kind<MetricsInput, Keywords>

const phrasesOfCall = 1_000
/** Figures of a phrase are asked for once a month, whoever tracks it. */
const knownForMs = 30 * dayMs

export type MetricsDeps = {
  metrics: MetricsSource
  spend: Spend
  store: MetricStore
  /** The phrases that a site tracks there; null for a site that is gone. */
  trackedPhrases(site: MetricsInput): Promise<string[] | null>
}

/** Figures of the phrases that a site tracks. What the store has of late is not asked for again. */
export function metricsKind({ metrics, spend, store, trackedPhrases }: MetricsDeps): MetricsKind {
  return {
    name: 'metrics',
    lane: 'ask',
    input,
    keyOf: (asked) => `${asked.siteId}·${placeKey(asked)}`,
    freshMs: dayMs,
    typicalMs: 5_000,
    retryMs,
    async run({ input: { siteId, ...place }, payers }, signal) {
      const phrases = await trackedPhrases({ siteId, ...place })
      if (phrases === null) return failedWith(failed(null, 'bad_request', { asked: false }))
      const keys = new Map(phrases.map((phrase) => [phraseIdentity(phrase), phrase]))
      const known = await store.known([...keys.keys()], place, knownForMs)
      const unknown = [...keys].filter(([key]) => !known.has(key)).map(([, phrase]) => phrase)
      const asked = await ask(unknown, place, { spend, payers, signal })
      await store.keep(asked.rows, place)
      const rows = [...known.values(), ...asked.rows]
      if (rows.length === 0 && asked.failure) return failedWith(asked.failure)
      return {
        state: asked.failure ? 'partial' : 'ready',
        sources: [...new Set(rows.map(({ source }) => source))],
        sandbox: rows.some(({ sandbox }) => sandbox),
        costUsd: asked.costUsd,
        body: keywordTable(rows),
      }
    },
  }

  /** A thousand phrases a call; the first failure ends it. What was asked for and is not told is unknown, and is known to be. */
  async function ask(phrases: readonly string[], place: Omit<MetricsInput, 'siteId'>, purchase: Purchase) {
    const rows: KeyedRow[] = []
    let costUsd = 0
    for (let i = 0; i < phrases.length; i += phrasesOfCall) {
      const answer = await bought(metrics, { phrases: phrases.slice(i, i + phrasesOfCall), ...place }, purchase)
      if (!answer.ok) return { rows, costUsd: costUsd + answer.costUsd, failure: answer as Failure | null }
      costUsd += answer.costUsd ?? 0
      rows.push(...answer.value.map((row) => ({ ...row, key: phraseIdentity(row.phrase) })))
    }
    return { rows, costUsd, failure: null }
  }
}
