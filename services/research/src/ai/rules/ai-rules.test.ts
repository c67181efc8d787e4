import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandOf, rivalOf } from './brand.ts'
import { ratesOf } from './rates.ts'
import { detectMentions } from './testing/detect.ts'

it('rates are parts of the good answers, null without any', () => {
  expect(ratesOf({ runs: 3, mentions: 2, citations: 1, rivals: 2 })).toEqual({
    mentionRate: 0.6667,
    citationRate: 0.3333,
    shareOfVoice: 0.5,
  })
  expect(ratesOf({ runs: 0, mentions: 0, citations: 0, rivals: 0 })).toEqual({
    mentionRate: null,
    citationRate: null,
    shareOfVoice: null,
  })
  const counts = fc.record({ runs: fc.nat(99), mentions: fc.nat(99), citations: fc.nat(99), rivals: fc.nat(99) })
  fc.assert(
    fc.property(counts, (given) => {
      const mentions = Math.min(given.mentions, given.runs)
      const { shareOfVoice, mentionRate } = ratesOf({ ...given, mentions, citations: 0 })
      for (const rate of [shareOfVoice, mentionRate]) if (rate !== null) expect(rate >= 0 && rate <= 1).toBe(true)
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
