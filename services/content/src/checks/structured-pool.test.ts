import { afterAll, describe, expect, it } from 'vitest'
import { hostileTexts } from './structured/testing/hostile.ts'
import { createStructuredPool, type PoolLimits } from './structured-pool.ts'

const pools: { stop(): Promise<void> }[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.stop())))

function pool(limits: Partial<PoolLimits> = {}) {
  const made = createStructuredPool({ workers: 1, queued: 100, checkMs: 60_000, heapMb: 256, ...limits })
  pools.push(made)
  return made
}
const thing = '{"@context":"https://schema.org","@type":"Person","name":"Ann"}'
const codesOf = ({ errors }: { errors: { code: string }[] }) => [...new Set(errors.map(({ code }) => code))]

describe('a text of a stranger', () => {
  const shared = pool()

  it.each(Object.entries(hostileTexts))('%s: is answered within 256 MB, and the next one too', async (_name, make) => {
    const answer = await shared.check(make())
    expect(codesOf(answer)).not.toContain('LIMIT_MEMORY')
    expect(answer.errors.length).toBeLessThanOrEqual(803)
    expect(JSON.stringify(answer).length).toBeLessThan(4_000_000)
    expect((await shared.check(thing)).items).toMatchObject([{ type: 'Person', valid: true }])
  })
})

it('ends a check that takes too long, says so, and goes on with the next in a new thread', async () => {
  const slow = pool({ checkMs: 1 })
  const text = `[${Array.from({ length: 5_000 }, () => thing).join(',')}]`
  const [first, second] = await Promise.all([slow.check(text), slow.check(text)])
  expect(codesOf(first)).toEqual(['LIMIT_TIME'])
  expect(codesOf(second)).toEqual(['LIMIT_TIME'])
  expect(first.items).toEqual([])
})

it('ends a check that takes too much memory, says so, and goes on in a new thread', async () => {
  const small = pool({ heapMb: 12 })
  const large = hostileTexts['one graph of products']?.() ?? ''
  expect(codesOf(await small.check(large))).toEqual(['LIMIT_MEMORY'])
  expect((await small.check(thing)).items).toHaveLength(1)
})

it('does not begin for a caller that has left, and refuses what would wait too long', async () => {
  const busy = pool({ queued: 2 })
  const left = AbortSignal.abort()
  const dropped = expect(busy.check(thing, left)).rejects.toMatchObject({ code: 'timeout' })
  const waiting = busy.check(thing)
  await expect(busy.check(thing)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await waiting).items).toHaveLength(1)
  await dropped
})
