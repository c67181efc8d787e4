import { afterAll, describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { createStructuredPool, type PoolLimits } from './structured-pool.ts'
import { hostileTexts } from './testing/hostile.ts'

const pools: { stop(): Promise<void> }[] = []
afterAll(() => Promise.all(pools.map((pool) => pool.stop())))

function pool(limits: Partial<PoolLimits> = {}) {
  const made = createStructuredPool({ workers: 1, queued: 100, checkMs: 60_000, heapMb: 256, ...limits })
  pools.push(made)
  const check = async (...asked: Parameters<typeof made.check>): Promise<Answer> =>
    JSON.parse(Buffer.from((await made.check(...asked)).json).toString())
  return { ...made, check }
}
const thing = '{"@context":"https://schema.org","@type":"Person","name":"Ann"}'
const codesOf = ({ errors }: { errors: { code: string }[] }) => [...new Set(errors.map(({ code }) => code))]

describe('a text of a stranger', () => {
  const shared = pool()

  it.each(Object.entries(hostileTexts))('%s: is answered within 256 MB, and the next one too', async (_name, make) => {
    const answer = await shared.check(make(), 'ann')
    expect(codesOf(answer)).not.toContain('LIMIT_MEMORY')
    expect(answer.errors.length).toBeLessThanOrEqual(803)
    expect(JSON.stringify(answer).length).toBeLessThan(4_000_000)
    expect((await shared.check(thing, 'ann')).items).toMatchObject([{ type: 'Person', valid: true }])
  })
})

it('takes the bytes of a page over instead of copying them, and those that share their memory as a copy', async () => {
  const taking = pool()
  const shared = Buffer.from(thing)
  const own = new TextEncoder().encode(thing.padEnd(100_000))
  for (const bytes of [shared, own])
    expect((await taking.check({ bytes, contentType: '' }, 'ann')).items).toMatchObject([{ type: 'Person' }])
  expect([shared.length, own.length]).toEqual([thing.length, 0])
})

it('ends a check that takes too long, says so, and goes on with the next in a new thread', async () => {
  const slow = pool({ checkMs: 1 })
  const text = `[${Array.from({ length: 5_000 }, () => thing).join(',')}]`
  const [first, second] = await Promise.all([slow.check(text, 'ann'), slow.check(text, 'ann')])
  expect(codesOf(first)).toEqual(['LIMIT_TIME'])
  expect(codesOf(second)).toEqual(['LIMIT_TIME'])
  expect(first.items).toEqual([])
})

it('ends a check that takes too much memory, says so, and goes on in a new thread', async () => {
  const small = pool({ heapMb: 24 })
  const large = hostileTexts['one graph of products']?.().repeat(20) ?? ''
  expect(codesOf(await small.check(large, 'ann'))).toEqual(['LIMIT_MEMORY'])
  expect((await small.check(thing, 'ann')).items).toHaveLength(1)
})

it('does not begin for a caller that has left, and refuses what would wait too long', async () => {
  const busy = pool({ queued: 2 })
  const left = AbortSignal.abort()
  const dropped = expect(busy.check(thing, 'ann', left)).rejects.toMatchObject({ code: 'timeout' })
  const waiting = busy.check(thing, 'ann')
  await expect(busy.check(thing, 'ann')).rejects.toMatchObject({ code: 'unavailable' })
  expect((await waiting).items).toHaveLength(1)
  await dropped
})

describe('among accounts', () => {
  it('one that brings many checks is served in turn with the others', async () => {
    const fair = pool()
    const order: string[] = []
    const check = async (owner: string) => {
      await fair.check(thing, owner)
      order.push(owner)
    }
    const flood = Array.from({ length: 40 }, () => check('ann'))
    await Promise.all([...flood, check('bob'), check('eve'), check('bob')])
    expect(order.slice(0, 6)).toEqual(['ann', 'bob', 'eve', 'ann', 'bob', 'ann'])
  })

  it('when all places are taken, an account with many gives one up for another account, and gets that as its answer', async () => {
    const full = pool({ queued: 3 })
    const flood = Array.from({ length: 3 }, () => full.check(thing, 'ann'))
    const displaced = expect(flood[2]).rejects.toMatchObject({ code: 'unavailable', facts: { retryAfterSeconds: 5 } })
    const bob = full.check(thing, 'bob')
    await displaced
    await expect(full.check(thing, 'bob')).rejects.toMatchObject({ code: 'unavailable' })
    const answers = await Promise.all([flood[0], flood[1], bob])
    expect(answers.map((answer) => answer?.items.length)).toEqual([1, 1, 1])
  })
})

it('a pool that stops leaves no call waiting', async () => {
  const stopped = createStructuredPool({ workers: 1, queued: 10, checkMs: 60_000, heapMb: 256 })
  await stopped.check(thing, 'ann')
  const waiting = [stopped.check(thing, 'ann'), stopped.check(thing, 'ann')]
  const refused = Promise.all(waiting.map((each) => expect(each).rejects.toMatchObject({ code: 'unavailable' })))
  await stopped.stop()
  await refused
  await expect(stopped.check(thing, 'ann')).rejects.toMatchObject({ code: 'unavailable' })
})
