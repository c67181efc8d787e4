import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minimaOf, sketchOf } from '../../page/sketch.ts'
import { changed, cityText, words } from '../testing/prose.ts'
import { foundBy, siteOf } from '../testing/sites.ts'
import { nearTwins, similarity } from './shared-texts.ts'

const page = (text: readonly string[], gap = ' ') => `<html lang="en"><p>${text.join(gap)}`
const near = (...texts: string[]) =>
  foundBy(nearTwins(), siteOf(Object.fromEntries(texts.map((html, i) => [`/${String(i).padStart(5, '0')}`, html]))))
    .length

/** Pairs found of a hundred, each a text and a copy with a share of words changed. */
function recall(count: number, share: number, unspaced = false): number {
  const gap = unspaced ? '' : ' '
  return Array.from({ length: 100 }, (_, seed) => {
    const text = words(seed, count, unspaced)
    return near(
      page(text, gap),
      page(
        changed(text, share, seed).map((word) => (unspaced ? word.slice(-1) : word)),
        gap,
      ),
    )
  }).reduce((sum, each) => sum + each, 0)
}

describe('near duplicates', () => {
  it.each([120, 200, 1_000])('of %i words are found where one or five of a hundred words are others', (count) => {
    expect(recall(count, 0.01)).toBeGreaterThanOrEqual(95)
    expect(recall(count, 0.05)).toBeGreaterThanOrEqual(80)
  })

  it('are found in scripts without spaces', () => {
    expect(recall(400, 0.01, true)).toBeGreaterThanOrEqual(95)
    expect(recall(400, 0.05, true)).toBeGreaterThanOrEqual(80)
  })

  it.each([14, 20, 50])('are pages of cities, named in one word of %i', (every) => {
    const cities = ['Bandung', 'Berlin', 'New York', 'São Paulo', 'Yogyakarta', 'Köln', 'Lyon', 'Oslo', 'Rome', 'Cork']
    expect(near(...cities.map((city) => page(cityText(city, 250, every))))).toBe(9)
  })

  it('are none of a thousand different pages that share a fifth of their text', () => {
    const shared = words(99_999, 75)
    expect(near(...Array.from({ length: 1_000 }, (_, seed) => page([...words(seed, 300), ...shared])))).toBe(0)
  })

  it('are none of the pages of a site that share menu and footer only', () => {
    const menu = `<div>${words(1, 200).map((word) => `<a href="/${word}">${word}</a>`)}</div><footer>${words(2, 300).join(' ')}</footer>`
    expect(near(...Array.from({ length: 50 }, (_, seed) => menu + page(words(seed + 10, 120))))).toBe(0)
  })

  it('are not looked for in short texts, in copies, and in pages without a sketch', () => {
    const text = words(1, 150)
    expect(near(page(text.slice(0, 99)), page([...text.slice(0, 98), 'x']))).toBe(0)
    expect(near(page(text), page(text))).toBe(0)
    const site = siteOf({ '/a': page(text), '/b': page([...text, 'x']) })
    const earlier = [...site.pages].map(([url, facts]) => [url, { ...facts, sketch: null }] as const)
    expect([
      foundBy(nearTwins(), site).length,
      foundBy(nearTwins(), siteOf({}, { pages: new Map(earlier) })).length,
    ]).toEqual([1, 0])
  })
})

it('the share of equal minima is about the share of runs that two texts have in common', () => {
  const shingles = (text: readonly string[]) =>
    new Set(text.slice(2).map((word, i) => `${text[i]} ${text[i + 1]} ${word}`))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 100 }), (seed, percent) => {
      const text = words(seed, 300)
      const other = changed(text, percent / 100, seed)
      const [a, b] = [shingles(text), shingles(other)]
      const estimate = similarity(minimaOf(sketchOf(text.join(' ')) ?? ''), minimaOf(sketchOf(other.join(' ')) ?? ''))
      // Four standard errors of 128 minima.
      expect(Math.abs(estimate - a.intersection(b).size / a.union(b).size)).toBeLessThan(0.18)
    }),
    { numRuns: runs(200) },
  )
})
