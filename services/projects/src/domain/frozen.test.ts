import fc from 'fast-check'
import { expect, it } from 'vitest'
import { activeUnder } from './frozen.ts'

const account = fc.record({
  limits: fc.record({ sites: fc.integer({ min: 1, max: 6 }), keywords: fc.integer({ min: 1, max: 12 }) }),
  siteCount: fc.integer({ min: 0, max: 8 }),
  owners: fc.array(fc.nat(7), { maxLength: 30 }),
})

it('keeps as much active as the limits allow, oldest first, and nothing in a frozen site', () => {
  fc.assert(
    fc.property(account, ({ limits, siteCount, owners }) => {
      const siteIds = Array.from({ length: siteCount }, (_, i) => `s${i}`)
      const keywords = owners.filter((at) => at < siteCount).map((at, i) => ({ id: `k${i}`, siteId: `s${at}` }))
      const active = activeUnder(limits, siteIds, keywords)
      const candidates = keywords.filter((keyword) => active.sites.has(keyword.siteId))
      expect([...active.sites]).toEqual(siteIds.slice(0, limits.sites))
      expect([...active.keywords]).toEqual(candidates.slice(0, limits.keywords).map((keyword) => keyword.id))
    }),
  )
})

it('freezes nothing of an account within its limits', () => {
  const keywords = [{ id: 'k1', siteId: 's1' }]
  const active = activeUnder({ sites: 1, keywords: 3 }, ['s1'], keywords)
  expect(active).toEqual({ sites: new Set(['s1']), keywords: new Set(['k1']) })
})
