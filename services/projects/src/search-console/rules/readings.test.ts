import { describe, expect, it } from 'vitest'
import { inOrderFor, isForSite, lastDays } from './readings.ts'

describe('a property of the search console', () => {
  it.each([
    ['sc-domain:example.com', 'example.com', true],
    ['sc-domain:example.com', 'shop.example.com', true],
    ['sc-domain:shop.example.com', 'example.com', false],
    ['sc-domain:ample.com', 'example.com', false],
    ['https://example.com/', 'example.com', true],
    ['http://www.example.com/', 'example.com', true],
    ['https://shop.example.com/de/', 'example.com', true],
    ['https://example.com/', 'shop.example.com', false],
    ['https://example.com.evil.net/', 'example.com', false],
    ['android-app://com.example/', 'example.com', false],
    ['', 'example.com', false],
  ])('%s is for %s: %s', (siteUrl, domain, answer) => {
    expect(isForSite(siteUrl, domain)).toBe(answer)
  })

  it('of the site comes first, its whole domain before all', () => {
    const urls = ['https://a.org/', 'https://shop.example.com/', 'sc-domain:example.com', 'sc-domain:shop.example.com']
    const ordered = inOrderFor(
      urls.map((siteUrl) => ({ siteUrl })),
      'shop.example.com',
    )
    expect(ordered.map(({ siteUrl }) => siteUrl)).toEqual([urls[3], urls[2], urls[1], urls[0]])
    expect(ordered.map((each) => each.isForSite)).toEqual([true, true, true, false])
  })
})

it.each([
  ['2026-11-22T12:00:00Z', 1, '2026-11-20', '2026-11-20'],
  ['2026-11-22T12:00:00Z', 28, '2026-10-24', '2026-11-20'],
  // In California it is still the day before.
  ['2026-11-22T07:59:00Z', 1, '2026-11-19', '2026-11-19'],
  ['2026-11-22T08:00:00Z', 1, '2026-11-20', '2026-11-20'],
  // The night of a clock change, and a leap day.
  ['2026-11-01T08:30:00Z', 1, '2026-10-30', '2026-10-30'],
  ['2026-11-01T06:30:00Z', 1, '2026-10-29', '2026-10-29'],
  ['2024-03-02T12:00:00Z', 2, '2024-02-28', '2024-02-29'],
  ['2026-11-22T12:00:00Z', 480, '2025-07-29', '2026-11-20'],
])('30: at %s the last %d days are %s to %s', (now, days, startDate, endDate) => {
  expect(lastDays(days, new Date(now))).toEqual({ startDate, endDate })
})
