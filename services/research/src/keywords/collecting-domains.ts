import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { bought } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith } from '../outcome.ts'
import { dayMs, placeInput, placeKey, retryMs } from './keys.ts'
import type { Overview, OverviewSource, RankedSource } from './providers/keyword-data.ts'
import { type RankTable, rankTable } from './tables.ts'

const input = z.object({ domain: z.string(), ...placeInput })
type DomainInput = z.output<typeof input>
export type RankedKind = Kind<DomainInput, RankTable>
export type OverviewKind = Kind<DomainInput, Overview>

const ofDomain = {
  lane: 'ask',
  input,
  keyOf: (asked: DomainInput) => `${asked.domain}·${placeKey(asked)}`,
  freshMs: 7 * dayMs,
  typicalMs: 5_000,
  retryMs,
}

/** What a site ranks for, shared by all who ask for it. */
export function rankedKind(ranked: RankedSource, limit: number, spend: Spend): RankedKind {
  return {
    ...ofDomain,
    name: 'ranked',
    async run({ input: asked, payers }, signal) {
      const answer = await bought(ranked, { ...asked, limit }, { spend, payers, signal })
      if (!answer.ok) return failedWith(answer)
      const { source, sandbox, costUsd, value } = answer
      const body = rankTable(value.rows.map((row) => ({ ...row, key: phraseIdentity(row.phrase) })))
      return { state: value.isWhole ? 'ready' : 'partial', sources: [source], sandbox, costUsd, body }
    },
  }
}

/** A site's search traffic as a whole, shared by all who ask for it. */
export function overviewKind(overview: OverviewSource, spend: Spend): OverviewKind {
  return {
    ...ofDomain,
    name: 'overview',
    async run({ input: asked, payers }, signal) {
      const answer = await bought(overview, asked, { spend, payers, signal })
      if (!answer.ok) return failedWith(answer)
      const { source, sandbox, costUsd, value } = answer
      return { state: 'ready', sources: [source], sandbox, costUsd, body: value }
    },
  }
}
