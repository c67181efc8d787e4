import { type Clock, dayMs } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Failure, failed } from '@rts/shared/failure'
import type { Place } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { Database } from '@rts/shared/service/transaction'
import { bought, type Purchase } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith, retryMs } from '../collected.ts'
import type { Records } from '../database.sql.ts'
import { placeInput, placeKey } from './collecting.ts'
import { knownMetrics, storeMetrics } from './metrics.sql.ts'
import type { MetricsSource } from './providers/keyword-data.ts'
import type { KeyedRow } from './rules/figures.ts'
import { type Keywords, keywordTable } from './tables.ts'

const input = z.object({ siteId: z.string(), ...placeInput })
type MetricsInput = z.output<typeof input>
export type MetricsKind = Kind<MetricsInput, Keywords>

export type MetricsDeps = {
  database: Database
  records: Records
  projects: Pick<ProjectReader, 'keywords'>
  /** Null once the site is deleted. */
  ownerOf(siteId: string): Promise<string | null>
  spend: Spend
  clock: Clock
}

const phrasesOfCall = 1_000
/** Figures are collected monthly per phrase, for all sites. */
const knownForMs = 30 * dayMs

/** Figures of a site's phrases; fresh ones are not collected again. */
export function metricsKind(
  metrics: MetricsSource,
  { database, records, projects, ownerOf, spend, clock }: MetricsDeps,
): MetricsKind {
  async function trackedPhrases({ siteId, country, language }: MetricsInput): Promise<string[] | null> {
    const accountId = await ownerOf(siteId)
    if (accountId === null) return null
    const tracked = await projects.keywords(accountId, siteId)
    return tracked.filter((each) => each.country === country && each.language === language).map(({ phrase }) => phrase)
  }

  /** A thousand phrases per call; stops at the first failure. */
  async function ask(phrases: readonly string[], place: Place, purchase: Purchase) {
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
      const since = new Date(clock.now().getTime() - knownForMs)
      const known = await knownMetrics(records, [...keys.keys()], place, since)
      const unknown = [...keys].filter(([key]) => !known.has(key)).map(([, phrase]) => phrase)
      const asked = await ask(unknown, place, { spend, payers, signal })
      await storeMetrics(database, asked.rows, place, clock.now())
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
}
