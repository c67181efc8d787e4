import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { bought } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith, isLacking } from '../outcome.ts'
import { dayMs, phrasesKey, placeInput, placeKey, retryMs } from './keys.ts'
import type { KeywordSources } from './providers/keyword-sources.ts'
import { type Keywords, keywordTable } from './tables.ts'

const input = z.object({ phrases: z.array(z.string()).min(1), ...placeInput })
type IdeasInput = z.output<typeof input>
export type IdeasKind = Kind<IdeasInput, Keywords>

const mostIdeas = 700

/** Keyword ideas around seeds, shared by all who ask for the same. */
export function ideasKind(ideas: NonNullable<KeywordSources['ideas']>, spend: Spend): IdeasKind {
  return {
    name: 'ideas',
    lane: 'ask',
    input,
    keyOf: (asked) => `${placeKey(asked)}·${phrasesKey(asked.phrases)}`,
    freshMs: 7 * dayMs,
    typicalMs: 7_000,
    retryMs,
    async run({ input: asked, payers }, signal) {
      const answer = await bought(ideas, { ...asked, limit: mostIdeas }, { spend, payers, signal })
      if (!answer.ok) return failedWith(answer)
      const { sources, sandbox, costUsd, failures } = answer
      const rows = answer.value.map((row) => ({ ...row, key: phraseIdentity(row.phrase) }))
      return { state: isLacking(failures) ? 'partial' : 'ready', sources, sandbox, costUsd, body: keywordTable(rows) }
    },
  }
}
