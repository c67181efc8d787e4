import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Knowledge } from './model.ts'
import { findingsOf, rules } from './rules.ts'
import { ago, change, issue, link, now, pass, rank } from './testing/facts.ts'

const ids = ['a', 'b', 'c'] as const
const id = fc.constantFrom(...ids)
const position = fc.integer({ min: 0, max: 30 })
const days = fc.integer({ min: 0, max: 30 })
const url = fc.constantFrom('https://example.com/x', 'https://example.com/y', null)
const side = fc.record({ position, url, days })

const knowledge: fc.Arbitrary<Knowledge> = fc.record({
  ranks: fc.tuple(...ids.map((each) => fc.tuple(position, url).map(([at, page]) => rank(each, at, { url: page })))),
  changes: fc.array(fc.tuple(id, side, side).map((sides) => change(...sides))),
  passes: fc.array(
    fc.tuple(id, fc.constantFrom('one.com', 'two.com'), position, days).map((passed) => pass(...passed)),
  ),
  volumes: fc.dictionary(id, fc.nat(1_000)).map((volumes) => new Map(Object.entries(volumes))),
  links: fc.array(
    fc
      .record({
        disavowed: fc.boolean(),
        suggestion: fc.constantFrom('keep' as const, 'review' as const, 'disavow' as const),
      })
      .map((more) => link('spam.example', more)),
  ),
  audit: fc.record({
    issues: fc.array(
      fc.constantFrom('error' as const, 'notice' as const).map((each) => issue(each, each, 'https://example.com/x')),
    ),
    at: fc.constantFrom(ago(1), null),
    sandbox: fc.boolean(),
  }),
})

it('every card of every rule has evidence, something that it is about, and no other card’s id', () => {
  fc.assert(
    fc.property(knowledge, (known) => {
      const cards = rules.flatMap((rule) => findingsOf(rule, known, now))
      for (const { title, subject, evidence } of cards) {
        expect([title.text, subject, evidence.length > 0]).toEqual([
          expect.stringMatching(/./),
          expect.stringMatching(/./),
          true,
        ])
        expect(evidence.every(({ what, figure }) => what.text !== '' && figure.text !== '')).toBe(true)
      }
      expect(new Set(cards.map((card) => card.id)).size).toBe(cards.length)
    }),
  )
})

it('what a rule proposes to do is what it says that it may do, and what it reads alone decides', () => {
  fc.assert(
    fc.property(knowledge, knowledge, (known, other) => {
      for (const rule of rules) {
        const found = findingsOf(rule, known, now)
        expect(found.every(({ action }) => action?.kind === rule.action)).toBe(true)
        const own = Object.fromEntries(rule.reads.map((source) => [source, known[source]]))
        expect(findingsOf(rule, { ...other, ...own }, now)).toEqual(found)
      }
    }),
  )
})
