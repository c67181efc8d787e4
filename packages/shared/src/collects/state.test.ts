import { describe, expect, it } from 'vitest'
import { afterFailure, isFresh, stateOf } from './state.ts'
import type { Version, View } from './view.ts'

const now = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const dayMs = 86_400_000
const version = (minutes: number, status: Version['status'] = 'ready') => ({
  status,
  collectedAt: ago(minutes),
  reason: null,
  sources: ['x'],
  sandbox: false,
  body: '[]',
})
const view = (more: Partial<View> = {}): View => ({
  subjectId: '1',
  key: 'k',
  now,
  wantedAt: null,
  isLeased: false,
  isResting: false,
  failure: null,
  asks: 1,
  own: null,
  newest: null,
  ...more,
})

describe('a result', () => {
  it('is fresh for its kind’s time, a partial one for an hour at most', () => {
    expect(isFresh(version(23 * 60), dayMs, now)).toBe(true)
    expect(isFresh(version(24 * 60), dayMs, now)).toBe(false)
    expect(isFresh(version(59, 'partial'), dayMs, now)).toBe(true)
    expect(isFresh(version(60, 'partial'), dayMs, now)).toBe(false)
    expect(isFresh(version(5, 'partial'), 60_000, now)).toBe(false)
  })
})

describe('the state of a reading', () => {
  it.each([
    ['nothing was ever asked for', undefined, null, 'unavailable', null],
    ['it is due', view({ wantedAt: now }), null, 'queued', null],
    ['it runs', view({ wantedAt: now, isLeased: true }), null, 'collecting', null],
    ['it is there', view({ own: version(1) }), null, 'ready', null],
    ['a part of it is there', view({ own: version(1, 'partial') }), null, 'partial', null],
    ['its last run failed', view({ own: version(1), failure: 'upstream' }), null, 'failed', null],
    ['others’ run has just failed and it has nothing', view({ isResting: true }), null, 'failed', null],
    ['others’ run has just failed and it has rows', view({ isResting: true, own: version(1) }), null, 'ready', null],
    ['no provider is there', view({ failure: 'no_provider' }), null, 'unavailable', 'no_provider'],
    ['the call may not collect', view({ own: version(1) }), 'allowance_exhausted', 'ready', 'allowance_exhausted'],
    ['the day is used up and it has nothing', view(), 'collect_limit', 'unavailable', 'collect_limit'],
  ] as const)('when %s', (_when, seen, refused, status, reason) => {
    expect(stateOf(seen, refused, 5_000)).toMatchObject({ status, reason })
  })

  it('names a time to look again that is what usually is left, between two seconds and a minute', () => {
    const after = (typicalMs: number, waitedMinutes: number) =>
      stateOf(view({ wantedAt: ago(waitedMinutes) }), null, typicalMs).retryAfterSeconds
    expect([after(30_000, 0), after(30_000, 5), after(3_600_000, 0)]).toEqual([30, 2, 60])
  })
})

describe('after a failure', () => {
  const failed = { kind: 'upstream', retryAfterSeconds: null } as const
  it('the pauses of the kind follow, then a rest', () => {
    const after = (tries: number) => afterFailure(failed, tries, [5_000, 30_000], now)
    expect([after(1), after(2), after(3)]).toEqual([
      { state: 'again', at: new Date(now.getTime() + 5_000) },
      { state: 'again', at: new Date(now.getTime() + 30_000) },
      { state: 'rest', until: new Date(now.getTime() + 60_000) },
    ])
  })

  it('the provider’s own time counts, and a final one is not tried again', () => {
    const at = new Date(now.getTime() + 90_000)
    const after = { retryAfterSeconds: 90 }
    expect(afterFailure({ ...failed, ...after }, 1, [5_000], now)).toEqual({ state: 'again', at })
    expect(afterFailure({ kind: 'auth', ...after }, 1, [5_000], now)).toEqual({ state: 'rest', until: at })
  })

  it('of the budget rests until the next UTC day', () => {
    const until = new Date('2026-11-23T00:00:00Z')
    expect(afterFailure({ ...failed, kind: 'budget' }, 1, [5_000], now)).toEqual({ state: 'rest', until })
  })
})
