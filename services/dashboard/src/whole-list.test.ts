import { AppError } from '@rts/shared/errors'
import { expect, it } from 'vitest'
import { readWhole } from './whole-list.ts'

const all = Array.from({ length: 2_500 }, (_, n) => n)
/** A list of another service, whose answers hold so many rows at most. */
function listOf(max: number) {
  const asked: (number | undefined)[] = []
  const ask = async ({ limit, cursor = '0' }: { limit?: number; cursor?: string }) => {
    asked.push(limit)
    if ((limit ?? all.length) > max) throw new AppError('payload_too_large', 'Too large')
    const end = Number(cursor) + (limit ?? all.length)
    return { rows: all.slice(Number(cursor), end), nextCursor: end < all.length ? String(end) : null }
  }
  return { ask, asked }
}

it('a list that fits into a message is one call', async () => {
  const { ask, asked } = listOf(10_000)
  expect(await readWhole(ask)).toEqual(all)
  expect(asked).toEqual([undefined])
})

it('a longer one is read page after page, each row once', async () => {
  const { ask, asked } = listOf(1_000)
  expect(await readWhole(ask)).toEqual(all)
  expect(asked).toEqual([undefined, 1_000, 1_000, 1_000])
})

it('any other refusal is passed on', async () => {
  const refuse = () => Promise.reject(new AppError('not_found', 'No such site'))
  await expect(readWhole(refuse)).rejects.toMatchObject({ code: 'not_found' })
})
