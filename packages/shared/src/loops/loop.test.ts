import { afterEach, expect, it, vi } from 'vitest'
import { startLane } from './lane.ts'
import { startLoop } from './loop.ts'

afterEach(() => vi.useRealTimers())

it('a wake-up during a round is followed by another round at once, also after an earlier pause', async () => {
  const rounds = [1, 2, 3].map(() => Promise.withResolvers<void>())
  let count = 0
  const loop = startLoop({
    pollMs: 60_000,
    onError: () => {},
    round: async () => {
      rounds[count++]?.resolve()
      if (count === 2) loop.wake()
      return false
    },
  })
  await rounds[0]?.promise
  loop.wake()
  await rounds[2]?.promise
  await loop.stop()
  expect(count).toBe(3)
})

it('a lane claims what fits beside the sizes of running jobs, and again when a place is free', async () => {
  const due = [{ size: 2 }, { size: 1 }, { size: 1 }]
  const ends = due.map(() => Promise.withResolvers<void>())
  const claims: { free: number; running: number }[] = []
  const third = Promise.withResolvers<void>()
  let begun = 0
  const lane = startLane<{ size: number }>({
    places: 3,
    size: ({ size }) => size,
    pollMs: 60_000,
    claim: async (free, running) => {
      claims.push({ free, running: running.length })
      return due.splice(0, claims.length === 1 ? 2 : 1)
    },
    run: async () => {
      const own = ends[begun++]
      if (begun === 3) third.resolve()
      await own?.promise
    },
    onError: () => {},
  })
  await expect.poll(() => begun, { timeout: 60_000 }).toBe(2)
  ends[1]?.resolve()
  await third.promise
  for (const end of ends) end.resolve()
  await lane.stop()
  expect(claims.slice(0, 2)).toEqual([
    { free: 3, running: 0 },
    { free: 1, running: 1 },
  ])
})

it('a stop waits for running jobs, then aborts and releases them; a failed release keeps nothing alive', async () => {
  const released: string[] = []
  const errors: unknown[] = []
  const begun = Promise.withResolvers<void>()
  const due = ['long']
  const lane = startLane<string>({
    patienceMs: 1,
    claim: async () => due.splice(0),
    run: (_job, signal) => {
      begun.resolve()
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
    release: async (jobs) => {
      released.push(...jobs)
      throw new Error('no database')
    },
    onError: (error) => errors.push(error),
  })
  await begun.promise
  await lane.stop()
  expect(released).toEqual(['long'])
  expect(errors).toHaveLength(2)
})

it('a lane that could not extend its leases tries again after a second, not after its next heartbeat', async () => {
  vi.useFakeTimers()
  const begunAt = Date.now()
  const end = Promise.withResolvers<void>()
  const due = ['long']
  const extendedAfter: number[] = []
  const lane = startLane<string>({
    heartMs: 10_000,
    claim: async () => due.splice(0),
    run: () => end.promise,
    extend: async (jobs) => {
      extendedAfter.push(Date.now() - begunAt)
      if (extendedAfter.length === 1) throw new Error('no database')
      return new Set(jobs)
    },
    onError: () => {},
  })
  await vi.advanceTimersByTimeAsync(25_000)
  expect(extendedAfter).toEqual([10_000, 11_000, 21_000])
  end.resolve()
  await lane.stop()
})
