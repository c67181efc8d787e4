import { describe, expect, it } from 'vitest'
import type { Caller } from '../contract/caller.ts'
import { Sliced } from '../contract/sliced.ts'
import { AppError } from '../errors.ts'
import { callBy } from '../testing/call.ts'
import { createInvoke } from './invoke.ts'
import { LongAnswer } from './long-answer.ts'

const caller: Caller = {
  v: 1,
  kid: 'k1',
  iss: 'gateway',
  aud: 'projects',
  iat: 0,
  kind: 'account',
  accountId: 'acc_1',
  plan: 'scale',
  keyId: 'key_1',
  role: null,
  siteIds: null,
  collect: 'allow',
  requestId: 'req_1',
}
const keywordOf = (n: number) => ({
  id: `k${n}`,
  keyword: `phrase "${n}"`,
  country: 'us',
  language: 'en',
  device: 'desktop',
  location: null,
  lastCheck: null,
  frozen: false,
  createdAt: '2026-01-15T12:00:00.000Z',
})

type ListOptions = { rows: number; slice?: number; row?: (n: number) => object; read?: () => Promise<void> }

function listOf({ rows, slice = 100, row = keywordOf, read = async () => {} }: ListOptions) {
  const seen = { slices: 0 }
  async function* slices() {
    for (let from = 0; ; from += slice) {
      await read()
      seen.slices++
      const part = Array.from({ length: Math.min(slice, rows - from) }, (_, i) => row(from + i))
      if (from + slice >= rows) return { rows: part, nextCursor: 'end' }
      yield part
    }
  }
  const invoke = createInvoke({ 'keywords.list': async () => new Sliced('keywords', { total: rows }, slices()) })
  const ask = (query: object = {}, accountId = 'acc_1') =>
    invoke('keywords.list', { params: { id: 's' }, query }, callBy({ ...caller, accountId }))
  return { ask, seen }
}

async function textOf(answer: unknown): Promise<string> {
  if (!(answer instanceof LongAnswer)) throw new Error('a plain answer')
  return (await Array.fromAsync(answer.pieces)).join('')
}

function long(answer: unknown): LongAnswer {
  if (answer instanceof LongAnswer) return answer
  throw new Error('a plain answer')
}

describe('a list in slices', () => {
  it('of one slice is a plain answer that holds what its schema names', async () => {
    const { ask } = listOf({ rows: 3, row: (n) => ({ ...keywordOf(n), accountId: 'acc_1' }) })
    expect(await ask()).toEqual({
      keywords: [0, 1, 2].map(keywordOf),
      total: 3,
      nextCursor: expect.stringMatching(/^end\./),
    })
  })

  it('of several is the same text, and no slice holds what its schema does not name', async () => {
    const { ask } = listOf({ rows: 250, row: (n) => ({ ...keywordOf(n), accountId: 'acc_1' }) })
    const keywords = Array.from({ length: 250 }, (_, n) => keywordOf(n))
    expect(JSON.parse(await textOf(await ask()))).toEqual({
      keywords,
      total: 250,
      nextCursor: expect.stringMatching(/^end\./),
    })
  })

  it('leaves in short pieces, however long its slices are', async () => {
    const { ask } = listOf({ rows: 2_000, slice: 1_000 })
    const pieces = await Array.fromAsync(long(await ask()).pieces)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(40_000)
    expect(JSON.parse(pieces.join('')).keywords).toHaveLength(2_000)
  })

  it('is read no further than it is taken', async () => {
    const { ask, seen } = listOf({ rows: 10_000 })
    const { pieces } = long(await ask())
    await pieces.next()
    expect(seen.slices).toBe(1)
    await pieces.next()
    expect(seen.slices).toBe(2)
    await pieces.return()
    expect(seen.slices).toBe(2)
  })

  it('with a row that breaks the schema never leaves: first slice or last', async () => {
    const broken = (at: number) => listOf({ rows: 250, row: (n) => (n === at ? { id: 7 } : keywordOf(n)) })
    await expect(broken(0).ask()).rejects.not.toBeInstanceOf(AppError)
    await expect(textOf(await broken(249).ask())).rejects.not.toBeInstanceOf(AppError)
  })
})

describe('whole lists of an account', () => {
  const refusal = expect.objectContaining({
    code: 'unavailable',
    facts: expect.objectContaining({ retryAfterSeconds: 2 }),
  })

  it('go out two at once; a third is refused before a row is read, and others are served', async () => {
    const { ask, seen } = listOf({ rows: 1_001 })
    const [first, second] = [long(await ask()), long(await ask())]
    await expect(ask()).rejects.toEqual(refusal)
    expect(seen.slices).toBe(2)
    expect(await ask({}, 'acc_2')).toBeInstanceOf(LongAnswer)
    await textOf(first)
    const third = await ask()
    await expect(ask()).rejects.toEqual(refusal)
    await second.pieces.return()
    await long(third).pieces.return()
  })

  it('leave their place once, however they end', async () => {
    let fails = false
    const { ask } = listOf({
      rows: 1_001,
      read: async () => {
        if (fails) throw new Error('lost')
      },
    })
    for (let i = 0; i < 3; i++) {
      const begun = long(await ask())
      fails = true
      await expect(textOf(begun)).rejects.toThrow('lost')
      await begun.pieces.return()
      await expect(ask()).rejects.toThrow('lost')
      fails = false
    }
    const two = [long(await ask()), long(await ask())]
    await expect(ask()).rejects.toEqual(refusal)
    for (const { pieces } of two) await pieces.return()
  })

  it('are those of more than a thousand rows without a limit', async () => {
    const [short, all] = [listOf({ rows: 1_000 }), listOf({ rows: 10_000 })]
    for (let i = 0; i < 5; i++) {
      expect(await short.ask()).toBeInstanceOf(LongAnswer)
      expect(await all.ask({ limit: 1_000 })).toBeInstanceOf(LongAnswer)
    }
  })

  it('of all accounts are read two slices at a time', async () => {
    let [reading, max] = [0, 0]
    const { ask } = listOf({
      rows: 1_500,
      read: async () => {
        max = Math.max(max, ++reading)
        await new Promise((resolve) => setImmediate(resolve))
        reading--
      },
    })
    await Promise.all(Array.from({ length: 10 }, async (_, i) => textOf(await ask({}, `acc_${i}`))))
    expect(max).toBe(2)
  })
})
