import { expect, it } from 'vitest'
import { type Paging, readWhole } from './call.ts'
import { Refusal } from './refusal.ts'

type Answer = { rows: number[]; nextCursor: string | null }
const join = (before: Answer, next: Answer): Answer => ({ ...next, rows: [...before.rows, ...next.rows] })

/** A list of so many rows, whose owner refuses to answer more than some at once. */
function listOf(length: number, max: number) {
  const calls: Paging[] = []
  const ask = async (paging: Paging): Promise<Answer> => {
    calls.push(paging)
    const { limit = length, cursor = '0' } = paging
    if (limit > max) throw new Refusal({ code: 'payload_too_large', detail: 'The answer is too large' })
    const start = Number(cursor)
    const rows = Array.from({ length: Math.min(limit, length - start) }, (_, i) => start + i)
    return { rows, nextCursor: start + rows.length < length ? String(start + rows.length) : null }
  }
  return { calls, read: () => readWhole(ask, join) }
}

it('a list that fits is one call', async () => {
  const { calls, read } = listOf(8_000, 8_000)
  expect((await read()).rows).toHaveLength(8_000)
  expect(calls).toEqual([{}])
})

it('one that is too large for one answer is read page after page, each row once', async () => {
  const { calls, read } = listOf(2_500, 1_000)
  const { rows, nextCursor } = await read()
  expect(rows).toEqual(Array.from({ length: 2_500 }, (_, i) => i))
  expect([calls.length, nextCursor]).toEqual([4, null])
})

it('ten thousand rows are read, and the cursor says that there are more', async () => {
  const { read } = listOf(12_000, 1_000)
  const { rows, nextCursor } = await read()
  expect([rows.length, nextCursor]).toEqual([10_000, '10000'])
})

it('any other refusal is thrown as it is', async () => {
  const refusal = new Refusal({ code: 'unavailable', detail: 'away' })
  await expect(readWhole(() => Promise.reject(refusal), join)).rejects.toBe(refusal)
})
