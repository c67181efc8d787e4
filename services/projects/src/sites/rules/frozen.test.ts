import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wronglyFrozen } from './frozen.ts'

const account = fc.record({
  limits: fc.record({ sites: fc.integer({ min: 1, max: 6 }), keywords: fc.integer({ min: 1, max: 12 }) }),
  sites: fc.array(fc.boolean(), { maxLength: 8 }),
  keywords: fc.array(fc.record({ at: fc.nat(7), frozen: fc.boolean() }), { maxLength: 30 }),
})

it('keeps as much active as the limits allow, oldest first, what is active before what thaws, and nothing in a frozen site', () => {
  fc.assert(
    fc.property(account, ({ limits, ...given }) => {
      const sites = given.sites.map((frozen, i) => ({ id: `s${i}`, frozen }))
      const owned = given.keywords.filter(({ at }) => at < sites.length)
      const keywords = owned.map(({ at, frozen }, i) => ({ id: `k${i}`, siteId: `s${at}`, frozen }))
      const flips = wronglyFrozen(limits, sites, keywords)
      const activeOf = (rows: { id: string; frozen: boolean }[], flipped: string[]) =>
        rows.filter(({ id, frozen }) => frozen === flipped.includes(id)).map(({ id }) => id)
      const activeSites = sites.slice(0, limits.sites).map(({ id }) => id)
      const candidates = keywords.filter(({ siteId }) => activeSites.includes(siteId))
      expect(activeOf(sites, flips.sites)).toEqual(activeSites)
      const [thawing = [], active = []] = [true, false].map((was) => candidates.filter(({ frozen }) => frozen === was))
      const kept = [...active, ...thawing].slice(0, limits.keywords).map(({ id }) => id)
      expect(activeOf(keywords, flips.keywords).sort()).toEqual(kept.sort())
    }),
  )
})

it('changes nothing of an account within its limits', () => {
  const keywords = [{ id: 'k1', siteId: 's1', frozen: false }]
  const flips = wronglyFrozen({ sites: 1, keywords: 3 }, [{ id: 's1', frozen: false }], keywords)
  expect(flips).toEqual({ sites: [], keywords: [] })
})
