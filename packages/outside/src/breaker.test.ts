import { type FailureKind, failed } from '@rts/shared/failure'
import { expect, it } from 'vitest'
import { createBreaker } from './breaker.ts'
import { standingClock } from './testing/setting.ts'

function setting() {
  const clock = standingClock()
  const breaker = createBreaker({ clock, source: 'x', failures: 3, restMs: 1000, maxRestMs: 3000 })
  const call = (kind: FailureKind) => {
    const admitted = breaker.admit()
    if (admitted.ok) admitted.settle(failed('x', kind))
    return admitted.ok
  }
  return { clock, breaker, call }
}

it.each(['upstream', 'timeout', 'parse', 'auth', 'quota'] as const)(
  'opens after three failures of kind %s in a row',
  (kind) => {
    const { breaker, call } = setting()
    expect([call(kind), call(kind), call(kind), call(kind)]).toEqual([true, true, true, false])
    expect(breaker.admit()).toEqual(failed('x', kind, { retryAfterSeconds: 1, asked: false }))
  },
)

it.each(['rate', 'bad_request', 'budget'] as const)(
  'stays closed for %s, which says nothing about the next call',
  (kind) => {
    const { call } = setting()
    for (let i = 0; i < 10; i++) expect(call(kind)).toBe(true)
  },
)

it('an answer in between starts the count again', () => {
  const { call } = setting()
  expect([
    call('upstream'),
    call('upstream'),
    call('bad_request'),
    call('upstream'),
    call('upstream'),
    call('upstream'),
    call('upstream'),
  ]).toEqual([true, true, true, true, true, true, false])
})

it('lets one probe through, keeps the others back, and closes when it succeeds', () => {
  const { breaker, call, clock } = setting()
  for (let i = 0; i < 3; i++) call('timeout')
  clock.pass(1000)
  const probe = breaker.admit()
  expect([probe.ok, breaker.admit().ok]).toEqual([true, false])
  if (probe.ok) probe.settle(failed('x', 'rate'))
  expect([call('upstream'), call('upstream')]).toEqual([true, true])
})

it('lets a probe through once the clock was set back', () => {
  const { call, clock } = setting()
  for (let i = 0; i < 3; i++) call('upstream')
  clock.pass(-3_600_000)
  expect(call('upstream')).toBe(true)
})

it('rests twice as long after each failed probe, up to a bound', () => {
  const { call, clock } = setting()
  for (let i = 0; i < 3; i++) call('upstream')
  for (const rest of [1000, 2000, 3000, 3000]) {
    clock.pass(rest - 1)
    expect(call('upstream')).toBe(false)
    clock.pass(1)
    expect(call('upstream')).toBe(true)
  }
})

it('calls that were under way when it opened do not lengthen the rest', () => {
  const { breaker, call, clock } = setting()
  const late = breaker.admit()
  for (let i = 0; i < 3; i++) call('upstream')
  clock.pass(900)
  if (late.ok) late.settle(failed('x', 'upstream'))
  clock.pass(100)
  expect(breaker.admit().ok).toBe(true)
})
