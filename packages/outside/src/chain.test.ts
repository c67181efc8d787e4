import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { expect, it } from 'vitest'
import { allOf } from './all-of.ts'
import type { Answer, Capability } from './capability.ts'
import type { Budget } from './cost.ts'
import { firstOf } from './first-of.ts'
import { listeningLogger, standingClock } from './testing/setting.ts'

type Rows = string[]
const at = new Date('2026-11-21T10:00:00.000Z')

function provider(source: string, gives: Rows | FailureKind, facts: { costUsd?: number | null; at?: Date } = {}) {
  const asked: string[] = []
  const answer = (value: Rows): Answer<Rows> => {
    const { costUsd = 0.1 } = facts
    return { ok: true, source, sandbox: false, fetchedAt: facts.at ?? at, costUsd, value }
  }
  const capability: Capability<string, Rows> = {
    source,
    priceUsd: () => 0.25,
    async ask(query): Promise<Answer<Rows> | Failure> {
      asked.push(query)
      return typeof gives === 'string' ? failed(source, gives) : answer(gives)
    },
  }
  return { ...capability, asked }
}

function dayFor(asks: number): Budget & { settled: number[] } {
  const settled: number[] = []
  let left = asks
  const reservation = { settle: async (costUsd: number) => void settled.push(costUsd) }
  return { settled, reserve: async () => (left-- > 0 ? reservation : null) }
}

const deps = () => ({ clock: standingClock(), logger: listeningLogger().logger })

it('the first that answers is the answer, in the order of the list', async () => {
  const [down, up, spare] = [provider('a', 'upstream'), provider('b', ['x']), provider('c', ['y'])]
  expect(await firstOf('all', [down, up, spare], deps()).ask('q')).toMatchObject({
    ok: true,
    source: 'b',
    value: ['x'],
  })
  expect([down.asked, up.asked, spare.asked]).toEqual([['q'], ['q'], []])
})

it('an answer carries what a timeout before it may have cost', async () => {
  const chain = firstOf('all', [provider('a', 'timeout'), provider('b', ['x'])], deps())
  expect(await chain.ask('q')).toMatchObject({ costUsd: 0.35 })
})

it('with all failed the last failure is reported, with the cost of all; without providers there is none', async () => {
  const chain = firstOf('all', [provider('a', 'timeout'), provider('b', 'rate')], deps())
  expect(await chain.ask('q')).toMatchObject({ ok: false, source: 'b', kind: 'rate', costUsd: 0.25, asked: true })
  expect(await firstOf('all', [], deps()).ask('q')).toMatchObject({ kind: 'no_provider' })
})

it('a provider that throws has failed, and its reservation is settled', async () => {
  const throwing = { ...provider('a', []), ask: () => Promise.reject(new Error('a fault of ours')) }
  const day = dayFor(1)
  expect(await firstOf('all', [throwing], deps()).ask('q', undefined, day)).toMatchObject({ kind: 'parse' })
  expect(day.settled).toEqual([0])
})

it('what the day cannot pay for is not asked', async () => {
  const [one, two] = [provider('a', 'upstream'), provider('b', ['x'])]
  expect(await firstOf('all', [one, two], deps()).ask('q', undefined, dayFor(1))).toMatchObject({
    source: 'a',
    kind: 'upstream',
  })
  expect([one.asked, two.asked]).toEqual([['q'], []])
})

it('a price is the cheapest of those that answer in turn, and the sum of those that answer together', () => {
  const both = [{ ...provider('a', []), priceUsd: () => 0.5 }, provider('b', [])]
  expect(firstOf('all', both, deps()).priceUsd('q')).toBe(0.25)
  expect(allOf(both, (parts) => parts.flat(), deps()).priceUsd('q')).toBe(0.75)
})

it('a union has the parts of all, the cost of all and the age of the oldest', async () => {
  const old = new Date('2026-11-20T10:00:00.000Z')
  const parts = [provider('a', ['x'], { at: old }), provider('b', ['y'], { costUsd: null })]
  expect(await allOf(parts, (all) => all.flat(), deps()).ask('q')).toEqual({
    ok: true,
    sources: ['a', 'b'],
    sandbox: false,
    fetchedAt: old,
    costUsd: 0.1,
    value: ['x', 'y'],
    failures: [],
  })
})

it('a part that fails is left out and reported; with all failed the union is a failure', async () => {
  const parts = [provider('a', ['x']), provider('b', 'timeout')]
  expect(await allOf(parts, (all) => all.flat(), deps()).ask('q')).toMatchObject({
    sources: ['a'],
    value: ['x'],
    costUsd: 0.35,
    failures: [{ source: 'b', kind: 'timeout' }],
  })
  expect(await allOf([provider('a', 'auth')], (all) => all.flat(), deps()).ask('q')).toMatchObject({ kind: 'auth' })
})

it('the signal reaches the provider', async () => {
  const { signal } = new AbortController()
  const seen: unknown[] = []
  const watched: Capability<string, Rows> = {
    ...provider('a', []),
    ask: async (_query, given) => {
      seen.push(given)
      return failed('a', 'upstream')
    },
  }
  await firstOf('all', [watched], deps()).ask('q', signal)
  expect(seen).toEqual([signal])
})
