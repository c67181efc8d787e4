import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requireRoom, roomUnder } from './accounts.ts'

const count = fc.nat(20)

it('there is room exactly while the sum stays within the limit, and the refusal says what is used', () => {
  fc.assert(
    fc.property(count, count, fc.integer({ min: 1, max: 5 }), (used, max, wanted) => {
      const ask = () => requireRoom('keywords', used, max, wanted)
      const planLimit = { name: 'keywords', max, used }
      const refusal = expect.objectContaining({ code: 'plan_limit_reached', facts: { planLimit } })
      if (used + wanted <= max) expect(ask).not.toThrow()
      else expect(ask).toThrow(refusal)
    }),
  )
})

it('room is what is left of the limit, and none above it', () => {
  fc.assert(
    fc.property(count, count, (max, used) => {
      const room = roomUnder(max, used)
      expect(room).toBeGreaterThanOrEqual(0)
      if (used <= max) expect(used + room).toBe(max)
      else expect(room).toBe(0)
    }),
  )
})

it('the refusal counts as people do', () => {
  expect(() => requireRoom('sites', 1, 1)).toThrow(/allows 1 site$/)
  expect(() => requireRoom('sites', 5, 5)).toThrow('The plan allows 5 sites')
})

it('a limit that REST cannot make room under names the page that can', () => {
  expect(() => requireRoom('competitors', 3, 3)).toThrow('for a site; people remove one in the dashboard (Rank')
})
