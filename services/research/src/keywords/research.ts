import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { CollectState, Reading } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/caller'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { freeIf } from '@rts/shared/contract/free'
import { invalidField } from '@rts/shared/errors'
import { intentOf } from '@rts/shared/phrases/intent'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { faults } from '@rts/shared/texts/faults'
import { type PagingQuery, pageOf } from '../lists.ts'
import type { IdeasKind } from './collecting.ts'
import { figuresRow } from './figures.ts'
import { ideasIn } from './ideas.ts'
import type { KeyedRow } from './rules/figures.ts'
import type { Keywords } from './tables.ts'

type ResearchDeps = { collects: Collects; ideas: IdeasKind | null }
type Seed = { q: string; country: string; language: string }

const usual = { country: 'us', language: 'en' }

export function researchHandlers({ collects, ideas }: ResearchDeps) {
  async function research(seed: Seed, paging: PagingQuery, call: Call) {
    const reading = await read(seed, call)
    const { rows, updatedAt } = ideasIn(reading) ?? { rows: [], updatedAt: '' }
    const toRow = (row: KeyedRow) =>
      figuresRow({ ...row, intent: row.intent ?? intentOf(row.phrase, seed.language) }, updatedAt)
    const head = { seed: seed.q, ...reading.state }
    const answer = pageOf('research', paging, rows, head, (part) => part.map(toRow))
    return freeIf(reading.isFree, answer)
  }

  async function read(
    { q, country, language }: Seed,
    call: Call,
  ): Promise<Pick<Reading<Keywords>, 'body' | 'state' | 'isFree'>> {
    const nothing: CollectState = { status: 'unavailable', reason: 'no_provider', updatedAt: null }
    if (!ideas) return { body: null, state: nothing, isFree: false }
    const asker = askerOf(call, 'account')
    const [reading] = await collects.read(ideas, [{ phrases: [q], country, language }], asker)
    if (!reading) throw new Error('one input, one reading')
    return reading
  }

  return {
    'research.get': async ({ query: { q, country, language, ...paging }, ...call }) =>
      research({ q, ...placeOf(country, language) }, paging, call),

    'research.run': async ({ body: { q, keyword, country, language }, ...call }) => {
      const seed = q ?? keyword
      if (seed === undefined) throw invalidField('q', faults.required, 'body', 'required')
      if (q !== undefined && keyword !== undefined && phraseIdentity(q) !== phraseIdentity(keyword))
        throw invalidField('keyword', 'is another seed than q; send one of them')
      return research({ q: seed, ...placeOf(country, language) }, {}, call)
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

function placeOf(country = usual.country, language = usual.language) {
  return { country, language }
}
