import { clickRate } from '@rts/shared/clicks'
import type { Comparison, TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { describe, expect, it } from 'vitest'
import { rankTable } from '../tables.ts'
import { noFigures } from './figures.ts'
import { gapRows, type KnownRanks } from './gap-rows.ts'
import { ownTraffic } from './traffic-rows.ts'

const place = { country: 'us', language: 'en' }
const at = '2026-11-20T00:00:00.000Z'
const known = (ranks: Record<string, number>, updatedAt = at): KnownRanks => {
  const rows = Object.entries(ranks).map(([key, position]) => {
    return {
      key,
      phrase: key,
      position,
      url: `https://x.com/${key}`,
      ...noFigures,
      volume: 100,
      source: 'p',
      sandbox: false,
    }
  })
  return { table: rankTable(rows), updatedAt }
}
type Seen = Omit<TrackedKeyword, 'row'> & { rivals: (number | null)[] }
const tracked = (key: string, position: number | null, ...rivals: (number | null)[]): Seen => ({
  ...place,
  device: 'desktop',
  location: null,
  id: key,
  key,
  phrase: key,
  position,
  url: position ? `https://own.com/${key}` : null,
  checkedAt: at,
  sandbox: false,
  rivals,
})
const comparison = (...keywords: Seen[]): Comparison => ({
  competitors: ['a', 'b'].map((id, rival) => ({
    id,
    domain: `${id}.com`,
    positions: keywords.map(({ rivals }) => rivals[rival] ?? null),
  })),
  keywords: keywords.map(({ rivals: _rivals, ...keyword }, row) => ({ ...keyword, row })),
})
const seenUrl = (rival: string, keyword: string) => `https://${rival}.com/${keyword}`
const gapRowsOf = (more: { own?: KnownRanks; rivals?: KnownRanks[]; keywords?: Seen[] }) => {
  const { own = null, rivals = [null, null], keywords = [] } = more
  const { gaps, rowOf } = gapRows({ comparison: comparison(...keywords), place, own, rivals, figures: new Map() })
  return gaps.map((gap) => rowOf(gap, seenUrl))
}

describe('gapRows', () => {
  it('joins what rivals rank for with where the site is', () => {
    const rows = gapRowsOf({ own: known({ tea: 9 }), rivals: [known({ tea: 2, cup: 5 }), known({ tea: 7 })] })
    expect(rows.map(({ phrase, position, positions }) => [phrase, position, positions]).sort()).toEqual([
      ['cup', null, [5, null]],
      ['tea', 9, [2, 7]],
    ])
  })

  it('has the word of the own pages on a tracked phrase, and the provider’s where no page was checked', () => {
    const [row] = gapRowsOf({ rivals: [known({ tea: 2 }), known({ tea: 7 })], keywords: [tracked('tea', 12, 4, null)] })
    expect(row).toMatchObject({ position: 12, positions: [4, 7], volume: 100, source: 'own_pages', updatedAt: at })
    expect(row?.urls).toEqual(['https://a.com/tea', 'https://x.com/tea'])
  })

  it('is as old as its oldest part', () => {
    const older = '2026-11-01T00:00:00.000Z'
    expect(gapRowsOf({ rivals: [known({ tea: 2 }), known({ tea: 3 }, older)] })[0]?.updatedAt).toBe(older)
  })

  it('has one row a phrase, the site’s own country first, and none that was never checked', () => {
    const abroad = { ...tracked('tea', 1, 3, 3), id: 'abroad', country: 'de' }
    const rows = gapRowsOf({
      keywords: [abroad, tracked('tea', 8, 2, 0), { ...tracked('new', null, 1, 1), checkedAt: null }],
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ position: 8, positions: [2, 0] })
  })

  it('takes the keyword on a desktop without a city first, else the oldest', () => {
    const mobile = { ...tracked('tea', 1, 3, 3), id: 'mobile', device: 'mobile' as const }
    const local = { ...tracked('tea', 2, 3, 3), id: 'local', location: 'Austin, Texas, United States' }
    const positionsOf = (...keywords: Seen[]) => gapRowsOf({ keywords }).map(({ position }) => position)
    expect(positionsOf(mobile, local, tracked('tea', 8, 2, 2))).toEqual([8])
    expect(positionsOf(mobile, local)).toEqual([1])
  })
})

it('ownTraffic takes fewer clicks below an AI Overview', () => {
  const figures = new Map([['tea', { volume: 1_000, cpc: 2 }]])
  const below = (aiOverview: boolean | null) =>
    ownTraffic(comparison({ ...tracked('tea', 3, 1, 2), aiOverview }), place, { figures, urlOf: seenUrl }, clickRate)
  expect([true, false, null].map((each) => below(each)[0]?.organicTraffic)).toEqual([115.92, 276, 276])
})

it('ownTraffic adds visits of known volume alone, and counts pages by what they earn', () => {
  const keywords = [tracked('tea', 3, 1, 0), tracked('cup', 0, 2, 0), tracked('pot', null, 11, 4)]
  const figures = new Map([['tea', { volume: 1_000, cpc: 2 }]])
  const [first, second] = ownTraffic(comparison(...keywords), place, { figures, urlOf: seenUrl }, clickRate)
  expect(first).toMatchObject({
    organicTraffic: 276,
    trafficValue: 552,
    organicKeywords: 3,
    commonKeywords: 1,
    averagePosition: 4.67,
    positions: { top3: 2, top10: 2, top20: 3, top100: 3 },
  })
  expect(first?.topPages[0]).toEqual({ url: 'https://a.com/tea', traffic: 276 })
  expect(second).toMatchObject({ organicTraffic: null, organicKeywords: 1, averagePosition: 4 })
})
