import { phraseIdentity as identityOf } from '@rts/shared/contract/fields'
import { expect, it } from 'vitest'
import { suggestionsOf } from './suggestions.ts'

const at = (day: number) => `2026-05-0${day}T06:00:00.000Z`
const keywords = ['tea', 'chai', 'mate'].map((phrase) => ({ id: `k-${phrase}`, phrase }))
const pages = new Map([
  ['k-tea', { questions: ['Is tea healthy?', 'What is tea?', 'is tea healthy?'], fetchedAt: at(1) }],
  ['k-chai', { questions: ['What is chai?', 'IS TEA HEALTHY?'], fetchedAt: at(2) }],
  ['k-mate', { questions: ['Was it ever checked?'], fetchedAt: null }],
])

it('what is asked on most results pages is first, then what was seen last; letters make no other question', () => {
  expect(suggestionsOf(keywords, pages, { taken: new Set(), identityOf })).toEqual([
    { question: 'is tea healthy?', keywords: ['tea', 'chai'], count: 2, seenAt: at(2) },
    { question: 'What is chai?', keywords: ['chai'], count: 1, seenAt: at(2) },
    { question: 'What is tea?', keywords: ['tea'], count: 1, seenAt: at(1) },
  ])
})

it('what is a prompt already, or was dismissed, is not suggested', () => {
  const questions = suggestionsOf(keywords, pages, { taken: new Set(['is tea healthy?', 'what is chai?']), identityOf })
  expect(questions.map(({ question }) => question)).toEqual(['What is tea?'])
})
