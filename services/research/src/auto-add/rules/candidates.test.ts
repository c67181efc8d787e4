import { phraseIdentity } from '@rts/shared/contract/fields'
import type { Comparison, TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { expect, it } from 'vitest'
import { type KeyedRow, noFigures } from '../../keywords/rules/figures.ts'
import { candidatesOf, type Saved } from './candidates.ts'

const at = '2026-11-20T06:00:00.000Z'
const tracked = (phrase: string, country = 'us'): TrackedKeyword => ({
  id: `id of ${phrase}`,
  key: phraseIdentity(phrase),
  phrase,
  country,
  language: 'en',
  device: 'desktop',
  location: null,
  position: 3,
  url: null,
  checkedAt: at,
  sandbox: false,
  row: 0,
})
const comparison = (...keywords: TrackedKeyword[]): Comparison => ({ competitors: [], keywords })
const idea = (phrase: string, volume: number | null, difficulty: number | null = null): KeyedRow => ({
  ...noFigures,
  key: phraseIdentity(phrase),
  phrase,
  volume,
  difficulty,
  source: 'dataforseo',
  sandbox: true,
})
const saved = (changes: Partial<Saved>): Saved => ({
  place: { country: 'us', language: 'en' },
  comparison: comparison(),
  pages: new Map(),
  ideas: null,
  searched: null,
  identityOf: phraseIdentity,
  ...changes,
})
const page = (...questions: string[]) => ({ urls: [], questions, fetchedAt: at })

it('are ideas, questions and searches, each with where it was seen and when; one phrase is one', () => {
  const found = candidatesOf(
    saved({
      comparison: comparison(tracked('cold brew')),
      pages: new Map([['id of cold brew', page('Is cold brew strong?')]]),
      ideas: { rows: [idea('cold brew maker', 900, 20)], updatedAt: at },
      searched: {
        queries: [{ query: 'is COLD brew  strong?', impressions: 40, position: 8.5 }],
        endDate: '2026-11-19',
        sandbox: false,
      },
    }),
  )
  const none = { keyword: null, impressions: null, position: null }
  expect(found).toEqual([
    {
      key: 'cold brew maker',
      phrase: 'cold brew maker',
      volume: 900,
      opportunity: 73,
      evidence: [{ ...none, kind: 'idea', source: 'dataforseo', seenAt: at, sandbox: true }],
    },
    {
      key: 'is cold brew strong?',
      phrase: 'Is cold brew strong?',
      volume: null,
      opportunity: null,
      evidence: [
        { ...none, kind: 'question', source: 'own_pages', seenAt: at, keyword: 'cold brew' },
        {
          ...none,
          kind: 'search',
          source: 'search_console',
          seenAt: '2026-11-19T00:00:00.000Z',
          impressions: 40,
          position: 8.5,
        },
      ],
    },
  ])
})

it('have an unknown volume as null, and a known 0 as 0', () => {
  const rows = [idea('unknown', null), idea('unsearched', 0)]
  expect(candidatesOf(saved({ ideas: { rows, updatedAt: at } })).map(({ volume }) => volume)).toEqual([null, 0])
})

it('are nothing that is tracked already, in whatever country and spelling', () => {
  const rows = [idea('Cold  Brew', 10), idea('other', 10)]
  const keywords = comparison(tracked('cold brew', 'de'))
  const found = candidatesOf(saved({ comparison: keywords, ideas: { rows, updatedAt: at } }))
  expect(found.map(({ phrase }) => phrase)).toEqual(['other'])
})

it('are no questions of other countries, and nothing that cannot be a keyword', () => {
  const keywords = comparison(tracked('kaffee', 'de'), tracked('coffee'))
  const pages = new Map([
    ['id of kaffee', page('was ist kaffee?')],
    ['id of coffee', page('what is coffee?', 'two\nlines', ' ', 'x'.repeat(101))],
  ])
  expect(candidatesOf(saved({ comparison: keywords, pages })).map(({ phrase }) => phrase)).toEqual(['what is coffee?'])
})
