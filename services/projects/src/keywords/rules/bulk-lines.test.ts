import { dearTexts } from '@rts/shared/testing/hostile-texts'
import { countWork } from '@rts/shared/testing/work'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { firstRanked, linesOf, readLines, skippedLine, takeInOrder } from './bulk-lines.ts'
import { readLists } from './testing/read-lists.ts'
import { phraseKey } from './tracked-phrase.ts'

const where = { country: 'us', language: 'en', device: 'desktop', location: null } as const
const keyword = (line: number, phrase: string) => ({ line, phrase, identity: phrase, ...where })

describe('linesOf', () => {
  it('numbers lines as an editor does, the blank ones too, whatever ends them', () => {
    expect([...linesOf('a\r\n\r\n  b \n\n\tc')]).toEqual([
      { line: 1, text: 'a' },
      { line: 2, text: '' },
      { line: 3, text: 'b' },
      { line: 4, text: '' },
      { line: 5, text: 'c' },
    ])
    expect([...linesOf(' \r\n\n')].map(({ text }) => text)).toEqual(['', '', ''])
  })
})

it('lets others have their turn: reads never more than two hundred lines at once, blank ones too', () => {
  const phraseOf = (phrase: string) => ({ phrase, identity: phrase })
  const stepsOf = (text: string) => [...readLines(text, where, phraseOf)].length
  expect(stepsOf('a\n'.repeat(1_000))).toBe(5)
  expect(stepsOf(`a${'\n'.repeat(100_000)}`)).toBe(500)
})

describe('lists of keywords', () => {
  const work = countWork(import.meta.resolve('./testing/read-lists.ts'), readLists.name)
  afterAll(() => work.stop())

  it('are read in the time of their length, whatever they hold', async () => {
    expect(await dearTexts(work, 48_000)).toEqual([])
  })
})

describe('takeInOrder', () => {
  it('takes the first new phrases that have room, and accounts for every other line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...'abcdefgh')),
        fc.uniqueArray(fc.constantFrom(...'abcdefgh')),
        fc.nat(8),
        (phrases, known, room) => {
          const keywords = phrases.map((phrase, i) => keyword(i + 1, phrase))
          const { taken, skipped } = takeInOrder(
            keywords,
            new Set(known.map((name) => phraseKey(keyword(0, name)))),
            room,
          )
          const fresh = [...new Set(phrases)].filter((phrase) => !known.includes(phrase))
          expect(taken.map(({ phrase }) => phrase)).toEqual(fresh.slice(0, room))
          const overLimit = skipped.filter(({ code }) => code === 'plan_limit_reached')
          expect(overLimit.map(({ keyword }) => keyword)).toEqual(fresh.slice(room))
          const lines = [...taken, ...skipped].map(({ line }) => line).sort((a, b) => a - b)
          expect(lines).toEqual(keywords.map(({ line }) => line))
        },
      ),
    )
  })
})

it('a skipped line shows no more than a keyword may have, and whole characters', () => {
  expect(skippedLine(1, '🙂'.repeat(300), 'invalid').keyword).toBe('🙂'.repeat(200))
})

it('of the lines of one keyword the first with a rank counts; without any it has none', () => {
  const line = fc.record({ phrase: fc.constantFrom('a', 'b', 'c'), rank: fc.option(fc.nat(9)) })
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const keywords = lines.map(({ phrase, rank }, i) => ({ ...keyword(i + 1, phrase), rank }))
      const ranked = keywords.filter(({ rank }) => rank !== null)
      const first = ranked.filter(({ phrase }, i) => ranked.findIndex((other) => other.phrase === phrase) === i)
      expect(firstRanked(keywords)).toEqual(first)
    }),
  )
})
