import { blockKinds as kindsOfRows } from '@rts/shared/contract/rows/results-page'
import { expect, it } from 'vitest'
import { bitOf, blockFacts, blockKinds, factsOf, kindsOf, noBlocks, readFact } from './blocks.ts'

const all = (facts: number | null) => Object.fromEntries(blockFacts.map((fact) => [fact, readFact(facts, fact)]))
const unknown = Object.fromEntries(blockFacts.map((fact) => [fact, null]))

it('what the provider does not say stays unknown, and is never "no"', () => {
  expect(factsOf(noBlocks, 'a.com')).toBe(null)
  expect(all(null)).toEqual(unknown)
  expect(kindsOf(null)).toBe(null)
  const facts = factsOf({ kinds: { ad: true, video: false }, citations: null, snippet: null }, 'a.com')
  expect(all(facts)).toEqual({ ...unknown, ad: true, video: false })
  expect(kindsOf(facts)).toEqual(['ad'])
})

it('a site is cited where its domain or a subdomain is; without an AI overview it is not, and where its sources are unknown so is that', () => {
  const isCited = (kinds: { ai_overview?: boolean }, citations: string[] | null) =>
    readFact(factsOf({ kinds, citations, snippet: null }, 'a.com'), 'ai_cited')
  const has = { ai_overview: true }
  expect(isCited(has, ['https://b.com/', 'https://www.a.com/x'])).toBe(true)
  expect(isCited(has, ['https://blog.a.com/'])).toBe(true)
  expect(isCited(has, ['https://nota.com/'])).toBe(false)
  expect(isCited(has, [])).toBe(false)
  expect(isCited(has, null)).toBe(null)
  expect(isCited({ ai_overview: false }, null)).toBe(false)
  expect(isCited({}, null)).toBe(null)
})

it('a snippet is the own one by its address; of an unknown address it is unknown', () => {
  const isOwn = (kinds: { snippet?: boolean }, snippet: string | null) =>
    readFact(factsOf({ kinds, citations: null, snippet }, 'a.com'), 'own_snippet')
  expect([isOwn({ snippet: true }, 'https://a.com/x'), isOwn({ snippet: true }, 'https://b.com/')]).toEqual([
    true,
    false,
  ])
  expect([isOwn({ snippet: true }, null), isOwn({ snippet: false }, null), isOwn({}, null)]).toEqual([
    null,
    false,
    null,
  ])
})

it('facts keep their bits, because history has them, and fit into an integer of Postgres', () => {
  expect(blockFacts).toEqual([
    'ad',
    'snippet',
    'ai_overview',
    'local',
    'video',
    'questions',
    'images',
    'news',
    'shopping',
    'knowledge',
    'recipes',
    'discussions',
    'ai_cited',
    'own_snippet',
  ])
  expect(blockKinds).toEqual(kindsOfRows)
  const kinds = Object.fromEntries(blockKinds.map((kind) => [kind, true]))
  const facts = factsOf({ kinds, citations: ['https://a.com/'], snippet: 'https://a.com/' }, 'a.com')
  expect(all(facts)).toEqual(Object.fromEntries(blockFacts.map((fact) => [fact, true])))
  expect(facts).toBeLessThan(2 ** 31)
  expect([bitOf('ad', 'true'), bitOf('ad', 'known'), bitOf('own_snippet', 'true')]).toEqual([1, 2 ** 15, 2 ** 13])
})
