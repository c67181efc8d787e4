import { expect, it } from 'vitest'
import type { CollectState } from './kind.ts'
import { besideOwnPages, mergedState, onlyOwnPages } from './merged-state.ts'

const [old, late] = ['2026-11-01T00:00:00.000Z', '2026-11-20T00:00:00.000Z']
const part = (status: CollectState['status'], more: Partial<CollectState> = {}, isFree = false) => {
  const hasRows = status === 'ready' || status === 'partial'
  return { state: { status, reason: null, updatedAt: null, ...more }, isFree, body: hasRows ? [] : null }
}

it('all ready is ready, as old as the oldest part', () => {
  const merged = mergedState([part('ready', { updatedAt: late }), part('ready', { updatedAt: old })])
  expect(merged).toEqual({ state: { status: 'ready', reason: null, updatedAt: old }, isFree: false })
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

it('own pages are a part of what there is where no provider brought anything', () => {
  const failed = mergedState([part('failed'), part('failed')])
  expect(besideOwnPages(failed, old).state).toEqual({ status: 'partial', reason: null, updatedAt: old })
  expect(besideOwnPages(failed, null).state).toMatchObject({ status: 'failed', updatedAt: null })
  const withRows = mergedState([part('failed', { updatedAt: late })])
  expect(besideOwnPages(withRows, old).state).toMatchObject({ status: 'failed', updatedAt: late })
})

it('own pages alone are partial for want of a provider, and nothing without a checked keyword', () => {
  expect(onlyOwnPages(old, null).state).toEqual({ status: 'partial', reason: 'no_provider', updatedAt: old })
  expect(onlyOwnPages(null, null).state).toMatchObject({ status: 'unavailable', reason: 'no_provider' })
  const figures = part('collecting', { retryAfterSeconds: 4 }, true)
  expect(onlyOwnPages(old, figures)).toMatchObject({
    state: { status: 'collecting', retryAfterSeconds: 4 },
    isFree: false,
  })
})
