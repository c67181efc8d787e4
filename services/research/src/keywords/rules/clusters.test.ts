import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Clustered, clustersOf } from './clusters.ts'

const item = fc.record({
  phrase: fc.stringMatching(/^[a-d ]{1,8}$/),
  volume: fc.option(fc.nat(1_000)),
  urls: fc.uniqueArray(fc.integer({ min: 0, max: 20 }).map(String), { maxLength: 12 }),
})
const items = fc.uniqueArray(item, { selector: ({ phrase }) => phrase, maxLength: 15 })
const known = (phrase: string, volume: number, urls: string): Clustered => ({ phrase, volume, urls: [...urls] })

it('has each phrase once, each head in its own cluster, whatever the order of the input', () => {
  fc.assert(
    fc.property(items, (given) => {
      const [one, other] = [clustersOf(given), clustersOf([...given].reverse())]
      expect([...one.keys()].sort()).toEqual(given.map(({ phrase }) => phrase).sort())
      for (const [phrase, head] of one) expect([one.get(head), other.get(phrase)]).toEqual([head, head])
    }),
    { numRuns: runs(1_000) },
  )
})

it('joins what shares four of ten addresses with a head, and nothing through a member', () => {
  const clusters = clustersOf([
    known('tea', 300, 'abcdefghij'),
    known('tea leaves', 200, 'abcdklmnop'),
    known('loose leaves', 100, 'klmnopqrst'),
  ])
  expect([...clusters]).toEqual([
    ['tea', 'tea'],
    ['tea leaves', 'tea'],
    ['loose leaves', 'loose leaves'],
  ])
})

it('counts the first ten addresses alone', () => {
  const clusters = clustersOf([known('tea', 2, '0123456789abcd'), known('coffee', 1, 'klmnopqrstabcd')])
  expect(clusters.get('coffee')).toBe('coffee')
})

it('goes by words where a page is unknown, also where a script has no spaces', () => {
  const unknown = (phrase: string, volume: number) => known(phrase, volume, '')
  expect(clustersOf([unknown('best green tea', 2), unknown('green tea', 1)]).get('green tea')).toBe('best green tea')
  expect(clustersOf([unknown('green tea', 2), unknown('black tea', 1)]).get('black tea')).toBe('black tea')
  expect(clustersOf([unknown('コーヒー 豆', 2), unknown('豆コーヒー', 1)]).get('豆コーヒー')).toBe('コーヒー 豆')
})

it('takes a thousand phrases in one go', () => {
  const many = Array.from({ length: 1_000 }, (_, i) => known(`tea ${i} number ${i % 97}`, i, ''))
  expect(clustersOf(many).size).toBe(1_000)
})
