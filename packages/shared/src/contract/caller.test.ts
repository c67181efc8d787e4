import { describe, expect, it } from 'vitest'
import { limitedTo, noSite, siteLimitOf } from './caller.ts'

describe('a limit to sites', () => {
  it.each([[null], [[]], [['a']], [['a', 'b']]])('of %j is read as it was signed', (siteIds) => {
    expect(siteLimitOf(limitedTo(siteIds))).toEqual(siteIds)
  })

  it('of one site is read from a signer that knows `siteId` alone', () => {
    expect([siteLimitOf({ siteId: null }), siteLimitOf({ siteId: 'a' })]).toEqual([null, ['a']])
    // safe to read: a limit that only one of the two fields has still holds
    expect(siteLimitOf({ siteId: 'a', siteIds: null })).toEqual(['a'])
  })

  it('shows nothing more to a reader that knows `siteId` alone', () => {
    expect(limitedTo(null)).toEqual({ siteId: null })
    expect(limitedTo(['a']).siteId).toBe('a')
    for (const siteIds of [[], ['a', 'b']]) expect(limitedTo(siteIds).siteId).toBe(noSite)
  })
})
