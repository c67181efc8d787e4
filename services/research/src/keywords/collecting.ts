import { createHash } from 'node:crypto'
import { dayMs } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import type { Place } from '@rts/shared/phrases/own-pages'
import { bought } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith, retryMs, stateWithout } from '../collected.ts'
import type { OverviewSource, RankedSource } from './providers/keyword-data.ts'
import type { UnitedIdeas } from './providers/keyword-sources.ts'
import type { RankTable } from './rules/figures.ts'
import type { Overview } from './rules/traffic-rows.ts'
import { type Keywords, keywordTable, rankTable } from './tables.ts'

export const placeInput = { country: z.string(), language: z.string() }
const ideasInput = z.object({ phrases: z.array(z.string()).min(1), ...placeInput })
const domainInput = z.object({ domain: z.string(), ...placeInput })
type DomainInput = z.output<typeof domainInput>
export type IdeasKind = Kind<z.output<typeof ideasInput>, Keywords>
export type RankedKind = Kind<DomainInput, RankTable>
export type OverviewKind = Kind<DomainInput, Overview>

const maxIdeas = 700
const ofDomain = {
  lane: 'ask',
  input: domainInput,
  keyOf: (asked: DomainInput) => `${asked.domain}·${placeKey(asked)}`,
  freshMs: 7 * dayMs,
  typicalMs: 5_000,
  retryMs,
}

/** Keyword ideas around seeds, shared by equal requests. */
export function ideasKind(ideas: UnitedIdeas, spend: Spend): IdeasKind {
  return {
    name: 'ideas',
    lane: 'ask',
    input: ideasInput,
    keyOf: (asked) => `${placeKey(asked)}·${phrasesKey(asked.phrases)}`,
    freshMs: 7 * dayMs,
    typicalMs: 7_000,
    retryMs,
    async run({ input, payers }, signal) {
      const answer = await bought(ideas, { ...input, limit: maxIdeas }, { spend, payers, signal })
      if (!answer.ok) return failedWith(answer)
      const { sources, sandbox, costUsd, failures } = answer
      const rows = answer.value.map((row) => ({ ...row, key: phraseIdentity(row.phrase) }))
      return { state: stateWithout(failures), sources, sandbox, costUsd, body: keywordTable(rows) }
    },
  }
}

/** Phrases a site ranks for, shared by equal requests. */
export function rankedKind(ranked: RankedSource, limit: number, spend: Spend): RankedKind {
  return {
    ...ofDomain,
    name: 'ranked',
    async run({ input, payers }, signal) {
      const answer = await bought(ranked, { ...input, limit }, { spend, payers, signal })
      if (!answer.ok) return failedWith(answer)
      const { source, sandbox, costUsd, value } = answer
      const body = rankTable(value.rows.map((row) => ({ ...row, key: phraseIdentity(row.phrase) })))
      return { state: value.isWhole ? 'ready' : 'partial', sources: [source], sandbox, costUsd, body }
    },
  }
}

/** A site's total search traffic, shared by equal requests. */
export function overviewKind(overview: OverviewSource, spend: Spend): OverviewKind {
  return {
    ...ofDomain,
    name: 'overview',
    async run({ input, payers }, signal) {
      const answer = await bought(overview, input, { spend, payers, signal })
      if (!answer.ok) return failedWith(answer)
      const { source, sandbox, costUsd, value } = answer
      return { state: 'ready', sources: [source], sandbox, costUsd, body: value }
    },
  }
}

export function placeKey({ country, language }: Place): string {
  return `${country}·${language}`
}

/** Ignores spelling and order; several phrases are hashed, since keys have a limit. */
function phrasesKey(phrases: readonly string[]): string {
  const identities = phrases.map(phraseIdentity).sort()
  const [only = ''] = identities
  return identities.length === 1 ? only : createHash('sha256').update(identities.join('\n')).digest('base64url')
}
