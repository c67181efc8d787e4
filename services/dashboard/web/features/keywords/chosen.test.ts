import { describe, expect, it } from 'vitest'
import type { Rank } from '../ranks/exports.ts'
import { byTag, chosenOf } from './chosen.ts'

/** A rank of which these functions read tags and place alone. */
const rank = (id: string, tags: string[], device = 'desktop') =>
  ({ id, tags, country: 'us', language: 'en', device, location: null, position: 1 }) as unknown as Rank

describe('chosen keywords', () => {
  it('shows keywords with any of the chosen tags that are in one of the chosen places', () => {
    const all = [rank('a', ['x']), rank('b', ['y'], 'mobile'), rank('c', []), rank('d', ['x', 'y'])]
    const ids = (search: object) => chosenOf(all, search).map(({ id }) => id)
    expect(ids({})).toEqual(['a', 'b', 'c', 'd'])
    expect(ids({ tags: ['x'] })).toEqual(['a', 'd'])
    expect(ids({ tags: ['x', 'y'], places: ['United States · English · Mobile'] })).toEqual(['b'])
  })

  it('counts a keyword under each of its tags', () => {
    const rows = byTag([rank('a', ['y', 'x']), rank('b', ['x'])])
    expect(rows.map(({ tag, keywords }) => [tag, keywords.length])).toEqual([
      ['x', 2],
      ['y', 1],
    ])
  })
})
