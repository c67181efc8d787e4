import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate } from './candidates.ts'
import { mayAddAlone, proposalsOf, roomOfWeek, type Taste } from './choice.ts'

const seen = { source: 's', seenAt: '2026-11-20T06:00:00.000Z', keyword: null, impressions: null, position: null }
const candidate = (phrase: string, opportunity: number | null = null, kind: 'idea' | 'search' = 'idea'): Candidate => ({
  key: phrase,
  phrase,
  opportunity,
  volume: opportunity === null ? null : 100,
  evidence: [{ ...seen, kind }],
})
const taste = (changes: Partial<Taste> = {}): Taste => ({ note: null, refused: [], known: new Set(), ...changes })
const phrases = (candidates: Candidate[], changes: Partial<Taste> = {}, max = 10) =>
  proposalsOf(candidates, taste(changes), max).map(({ phrase }) => phrase)

describe('proposals', () => {
  it('are the best first, by what is known of their worth; the unknown is no 0', () => {
    const all = [
      candidate('low', 5),
      candidate('unknown'),
      candidate('high', 90),
      candidate('searched', null, 'search'),
    ]
    expect(phrases(all)).toEqual(['high', 'searched', 'unknown', 'low'])
    expect(proposalsOf([candidate('unknown')], taste(), 1)[0]).toMatchObject({ volume: null, similarity: null })
  })

  it('are only about the note, where there is one; being about it counts more than worth', () => {
    const all = [candidate('tea pots', 100), candidate('espresso cups', 70), candidate('espresso machine', 10)]
    expect(phrases(all, { note: 'espresso machines' })).toEqual(['espresso machine', 'espresso cups'])
  })

  it('are nothing that was ever proposed, and nothing like what was refused', () => {
    const all = [candidate('cheap coffee'), candidate('cheap coffee online'), candidate('green tea')]
    const refused = { known: new Set(['cheap coffee']), refused: ['cheap coffee'] }
    expect(phrases(all, refused)).toEqual(['green tea'])
  })

  it('score lower the more they are like what was refused', () => {
    const score = (refused: string[]) => proposalsOf([candidate('coffee beans', 80)], taste({ refused }), 1)[0]?.score
    expect(score([])).toBe(62)
    expect(score(['cheap coffee'])).toBe(41)
    expect(score(['cheap tea'])).toBe(62)
  })

  const words = fc.array(fc.constantFrom('coffee', 'cold', 'brew', 'tea', 'cup', 'filter', 'beans'), {
    minLength: 1,
    maxLength: 4,
  })
  const phrase = words.map((each) => each.join(' '))

  it('hold these for whatever was seen and refused', () => {
    const found = fc.uniqueArray(fc.tuple(phrase, fc.option(fc.nat(100))), {
      selector: ([text]) => text,
      maxLength: 40,
    })
    const input = fc.record({
      found,
      refused: fc.array(phrase, { maxLength: 6 }),
      note: fc.option(phrase),
      max: fc.nat(8),
    })
    fc.assert(
      fc.property(input, ({ found: all, refused, note, max }) => {
        const candidates = all.map(([text, opportunity]) => candidate(text, opportunity))
        const open = proposalsOf(candidates, taste({ note }), candidates.length)
        const taught = proposalsOf(candidates, taste({ note, refused, known: new Set(refused) }), max)
        expect(taught.length).toBeLessThanOrEqual(max)
        const before = new Map(open.map(({ key, score }) => [key, score]))
        for (const { key, score, similarity } of taught) {
          // A refusal raises no score and adds no phrase.
          expect(score).toBeLessThanOrEqual(before.get(key) ?? -1)
          expect(refused).not.toContain(key)
          expect(similarity === null).toBe(note === null)
        }
        expect(taught.map(({ score }) => score)).toEqual(taught.map(({ score }) => score).toSorted((a, b) => b - a))
      }),
    )
  })
})

describe('the rule that adds without a person', () => {
  it('adds what is about the note, and anything where there is none', () => {
    expect([null, 1, 0.5, 0.49].map((similarity) => mayAddAlone({ similarity }))).toEqual([true, true, true, false])
  })

  it('never adds more than the rest of the week’s number', () => {
    expect(roomOfWeek({ perWeek: 5, added: 3 })).toBe(2)
    expect(roomOfWeek({ perWeek: 2, added: 3 })).toBe(0)
  })
})
