import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandOf, rivalOf } from './brand.ts'
import { ratesOf } from './rates.ts'
import { detectMentions } from './testing/detect.ts'

it('rates are parts of the good answers with their 95 % intervals, and null below ten of them, with their counts', () => {
  expect(ratesOf({ answers: 12, mentioned: 8, cited: 4, rivals: 8 })).toEqual({
    answers: 12,
    mentioned: 8,
    cited: 4,
    names: 16,
    mentionRate: 0.6667,
    citationRate: 0.3333,
    shareOfVoice: 0.5,
    intervals: {
      mentionRate: { low: 0.3906, high: 0.8619 },
      citationRate: { low: 0.1381, high: 0.6094 },
      shareOfVoice: { low: 0.2538, high: 0.7462 },
    },
  })
  const unknown = { mentionRate: null, citationRate: null, shareOfVoice: null }
  expect(ratesOf({ answers: 9, mentioned: 6, cited: 0, rivals: 1 })).toEqual({
    answers: 9,
    mentioned: 6,
    cited: 0,
    names: 7,
    ...unknown,
    intervals: unknown,
  })
  expect(ratesOf({ answers: 10, mentioned: 0, cited: 0, rivals: 0 })).toMatchObject({
    mentionRate: 0,
    shareOfVoice: null,
    intervals: { mentionRate: { low: 0, high: 0.2775 }, shareOfVoice: null },
  })
  const counts = fc.record({ answers: fc.nat(99), mentioned: fc.nat(99), cited: fc.nat(99), rivals: fc.nat(99) })
  fc.assert(
    fc.property(counts, (given) => {
      const mentioned = Math.min(given.mentioned, given.answers)
      const { intervals, ...rates } = ratesOf({ ...given, mentioned, cited: 0 })
      for (const name of ['mentionRate', 'citationRate', 'shareOfVoice'] as const) {
        const { low = 0, high = 1 } = intervals[name] ?? {}
        expect(low >= 0 && high <= 1 && low <= (rates[name] ?? low) && (rates[name] ?? high) <= high).toBe(true)
      }
    }),
  )
})

it('a brand is its name and its domain’s label, with a capital', () => {
  expect(brandOf('Peet’s Coffee', 'peets.com')).toEqual({
    brand: 'Peet’s Coffee',
    domain: 'peets.com',
    aliases: ['Peets'],
  })
  expect(brandOf('peets.com', 'peets.com')).toMatchObject({ brand: 'Peets' })
  expect(brandOf('x.io', 'x.io')).toEqual({ brand: 'x.io', domain: 'x.io', aliases: [] })
  expect(rivalOf('dm.de')).toEqual({ brand: '', domain: 'dm.de', aliases: [] })
  const text = 'The notion that x is old; obsidian.md is better than Notion.'
  const rivals = [rivalOf('obsidian.md')]
  expect(detectMentions({ ...brandOf('notion.so', 'notion.so'), rivals, text, citations: [] }).position).toBe(2)
})

it.each([
  ['a hyphen', 'coca-cola.com', 'I prefer Coca-Cola to water.', 'A cola without coca leaves.'],
  ['a digit', '1password.com', 'Use 1Password.', 'Use password 1.'],
  ['letters of its own', 'xn--brgli-kva.ch', 'Bürgli is fine.', 'Ein bürgli am See.'],
] as const)('a rival is found by its domain’s label with %s, and not in other words', (_case, domain, named, other) => {
  const found = (text: string) => detectMentions({ ...rivalOf(domain), rivals: [], text, citations: [] }).mentioned
  expect([found(named), found(other)]).toEqual([true, false])
})

it('a label that is too short, or of digits alone, is no name', () => {
  for (const domain of ['dm.de', '1234.com', 'a-b.org']) expect(rivalOf(domain).brand).toBe('')
})
