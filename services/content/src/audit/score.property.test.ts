import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { healthOf, type Scored, scoreOf } from './score.ts'

const urls = ['a', 'b', 'c', 'd', 'elsewhere']
const issue: fc.Arbitrary<Scored> = fc
  .record({
    code: fc.constantFrom('X', 'Y', 'Z', 'U', 'V'),
    severity: fc.constantFrom('error' as const, 'warning' as const, 'notice' as const),
    weight: fc.option(fc.integer({ min: 3, max: 25 }), { nil: undefined }),
    isSitewide: fc.option(fc.constant(true as const), { nil: undefined }),
    urls: fc.uniqueArray(fc.constantFrom(...urls), { minLength: 1 }),
  })
  .map(({ weight, isSitewide, ...rest }) => ({
    ...rest,
    ...(weight === undefined ? {} : { weight }),
    ...(isSitewide ? { isSitewide } : {}),
  }))
const issues = fc.uniqueArray(issue, { selector: ({ code }) => code, maxLength: 5 })
const pages = fc
  .uniqueArray(fc.record({ url: fc.constantFrom('a', 'b', 'c', 'd'), isBroken: fc.boolean() }), {
    selector: ({ url }) => url,
    minLength: 1,
  })
  .filter((list) => list.some(({ isBroken }) => !isBroken))

const check = (property: fc.IProperty<unknown>) => fc.assert(property, { numRuns: runs(1_000) })
const points = (...args: Parameters<typeof scoreOf>) => scoreOf(...args) ?? Number.NaN

it('is a whole number from 0 to 100, whatever the order', () => {
  check(
    fc.property(pages, issues, (site, found) => {
      const score = points(site, found)
      expect(score).toBe(
        points(
          [...site].reverse(),
          [...found].reverse().map((each) => ({ ...each, urls: [...each.urls].reverse() })),
        ),
      )
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    }),
  )
})

it('is never lowered by a mended issue, nor by one that is mended on one page', () => {
  check(
    fc.property(pages, issues, fc.nat(), (site, found, which) => {
      found.forEach((fixed) => {
        const without = found.filter((each) => each !== fixed)
        const left = fixed.urls.filter((_, i) => i !== which % fixed.urls.length)
        expect(points(site, [...without, { ...fixed, urls: left }])).toBeGreaterThanOrEqual(points(site, found))
        expect(points(site, without)).toBeGreaterThanOrEqual(points(site, found))
      })
    }),
  )
})

it('is never lowered by a mended broken page', () => {
  check(
    fc.property(pages, issues, (site, found) => {
      expect(
        points(
          site.map(({ url }) => ({ url, isBroken: false })),
          found,
        ),
      ).toBeGreaterThanOrEqual(points(site, found))
    }),
  )
})

it('is 100 exactly where nothing is broken and nothing but notices was found; notices never change it', () => {
  check(
    fc.property(pages, issues, (site, found) => {
      const worse = found.filter(({ severity }) => severity !== 'notice')
      expect(points(site, found)).toBe(points(site, worse))
      expect(points(site, found) === 100).toBe(worse.length === 0 && site.every(({ isBroken }) => !isBroken))
    }),
  )
})

it('is at most 50 while the site is hidden, and null when no page was read', () => {
  const site = [{ url: 'a', isBroken: false }]
  const hidden = { code: 'NOINDEX_SITEWIDE', severity: 'error', isSitewide: true, urls: ['a'] } as const
  expect(scoreOf(site, [hidden])).toBe(50)
  expect([scoreOf([], []), scoreOf([{ url: 'a', isBroken: true }], [])]).toEqual([null, null])
})

it('of a large site with one small fault is 99, not 100', () => {
  const site = Array.from({ length: 10_000 }, (_, i) => ({ url: `${i}`, isBroken: false }))
  expect(scoreOf(site, [{ code: 'X', severity: 'warning', urls: ['7'] }])).toBe(99)
})

it('health is the share of pages without an error', () => {
  const site = ['a', 'b', 'c'].map((url) => ({ url, isBroken: url === 'c' }))
  expect(healthOf(site, [{ code: 'X', severity: 'warning', urls: ['a'] }])).toBe(66)
  expect(healthOf(site, [{ code: 'X', severity: 'error', urls: ['a', 'a'] }])).toBe(33)
  expect(healthOf([], [])).toBe(null)
})
