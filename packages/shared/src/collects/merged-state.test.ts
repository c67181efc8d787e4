import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CollectState } from './kind.ts'
import { besideOwnPages, isUnderWay, mergedState, onlyOwnPages, type Part } from './merged-state.ts'

const [old, late] = ['2026-11-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z']
const part = (status: CollectState['status'], more: Partial<CollectState> = {}, isFree = false): Part => {
  const hasRows = status === 'ready' || status === 'partial'
  return { state: { status, reason: null, updatedAt: null, ...more }, isFree, body: hasRows ? [] : null }
}

describe('mergedState', () => {
  it('all ready is ready, as old as the oldest part', () => {
    const merged = mergedState([part('ready', { updatedAt: late }), part('ready', { updatedAt: old })])
    expect(merged).toEqual({ state: { status: 'ready', reason: null, updatedAt: old }, isFree: false })
    expect(mergedState([]).state).toEqual({ status: 'ready', reason: null, updatedAt: null })
  })

  it('one under way is under way, with the longest time to wait; it costs nothing only if nothing was started and nothing is there', () => {
    const running = part('collecting', { retryAfterSeconds: 9 }, true)
    const queued = part('queued', { retryAfterSeconds: 2 }, true)
    expect(mergedState([running, queued])).toMatchObject({
      state: { status: 'collecting', retryAfterSeconds: 9 },
      isFree: true,
    })
    expect(mergedState([queued])).toMatchObject({ state: { status: 'queued' }, isFree: true })
    expect(mergedState([running, part('queued')]).isFree).toBe(false)
    expect(mergedState([running, part('ready', { updatedAt: old })]).isFree).toBe(false)
  })

  it.each([
    [[part('failed'), part('ready')], 'partial', null],
    [[part('failed'), part('failed')], 'failed', null],
    [[part('ready'), part('unavailable', { reason: 'collect_limit' })], 'partial', 'collect_limit'],
    [[part('unavailable', { reason: 'allowance_exhausted' })], 'unavailable', 'allowance_exhausted'],
    [[part('partial'), part('ready')], 'partial', null],
    [[part('failed'), part('unavailable')], 'partial', null],
  ] as const)('%j together are %s, for reason %s', (parts, status, reason) => {
    expect(mergedState(parts).state).toMatchObject({ status, reason })
  })
})

const anyState: fc.Arbitrary<CollectState> = fc.record({
  status: fc.constantFrom('queued', 'collecting', 'ready', 'partial', 'failed', 'unavailable'),
  reason: fc.constantFrom(null, 'no_provider', 'allowance_exhausted', 'collect_limit'),
  updatedAt: fc.constantFrom(null, old, late),
  retryAfterSeconds: fc.integer({ min: 2, max: 60 }),
})
const anyPart: fc.Arbitrary<Part> = fc.record({
  state: anyState,
  isFree: fc.boolean(),
  body: fc.constantFrom(null, []),
})
const anyParts = fc.array(anyPart, { minLength: 1, maxLength: 6 })

describe('whatever the parts are', () => {
  it('their order says nothing', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        expect(mergedState(parts.toReversed())).toEqual(mergedState(parts))
      }),
    )
  })

  it('a part says by itself what it says alone', () => {
    fc.assert(
      fc.property(anyPart, (one) => {
        const { state } = mergedState([one])
        expect([state.status, state.updatedAt]).toEqual([one.state.status, one.state.updatedAt])
        expect(mergedState([one, one]).state).toEqual(state)
      }),
    )
  })

  it('under way exactly while a part is, and only then free; ready exactly when all are', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const { state, isFree } = mergedState(parts)
        expect(isUnderWay(state)).toBe(parts.some((each) => isUnderWay(each.state)))
        expect(state.retryAfterSeconds !== undefined).toBe(isUnderWay(state))
        expect(state.status === 'ready').toBe(parts.every((each) => each.state.status === 'ready'))
        if (isFree) expect(parts.some(({ body }) => body !== null)).toBe(false)
        if (isFree) expect(isUnderWay(state)).toBe(true)
      }),
    )
  })

  it('no younger than any part, and for a reason that a part has', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const { updatedAt, reason } = mergedState(parts).state
        for (const { state } of parts) if (state.updatedAt) expect(updatedAt && updatedAt <= state.updatedAt).toBe(true)
        expect([null, ...parts.map(({ state }) => state.reason)]).toContain(reason)
      }),
    )
  })
})

it('own pages are a part of what there is where no provider brought anything', () => {
  const failed = [part('failed'), part('failed')]
  expect(besideOwnPages(mergedState(failed), old).state).toEqual({ status: 'partial', reason: null, updatedAt: old })
  expect(besideOwnPages(mergedState(failed), null).state).toMatchObject({ status: 'failed', updatedAt: null })
  expect(besideOwnPages(mergedState([part('failed', { updatedAt: late })]), old).state).toMatchObject({
    status: 'failed',
    updatedAt: late,
  })
  expect(besideOwnPages(mergedState([part('failed'), part('unavailable')]), old).state).toMatchObject({
    updatedAt: old,
  })
  const refused = [part('unavailable', { reason: 'collect_limit' })]
  expect(besideOwnPages(mergedState(refused), old).state).toEqual({
    status: 'partial',
    reason: 'collect_limit',
    updatedAt: old,
  })
  expect(besideOwnPages(mergedState([part('collecting', {}, true)]), old)).toMatchObject({
    state: { status: 'collecting', updatedAt: null },
    isFree: true,
  })
})

const asker = {}

it('own pages alone are partial for want of a provider, and nothing without a checked keyword', () => {
  expect(onlyOwnPages(old, null, asker).state).toEqual({ status: 'partial', reason: 'no_provider', updatedAt: old })
  expect(onlyOwnPages(old, part('failed'), asker).state).toMatchObject({ status: 'partial', reason: 'no_provider' })
  expect(onlyOwnPages(null, null, asker).state).toMatchObject({ status: 'unavailable', reason: 'no_provider' })
  const figures = part('collecting', { retryAfterSeconds: 4 }, true)
  expect(onlyOwnPages(old, null, { isFrozen: true }).state).toMatchObject({ status: 'partial', reason: 'site_frozen' })
  expect(onlyOwnPages(null, figures, asker).state.status).toBe('unavailable')
  expect(onlyOwnPages(old, figures, asker)).toMatchObject({
    state: { status: 'collecting', retryAfterSeconds: 4 },
    isFree: false,
  })
})
