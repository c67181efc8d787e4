import { expect, it } from 'vitest'
import { createBatches } from './batches.ts'

function setting(run: (items: number[]) => Promise<number[]>, atOnce = 1) {
  const batches: number[][] = []
  const add = createBatches({
    max: 3,
    atOnce,
    run: (items: number[]) => {
      batches.push(items)
      return run(items)
    },
  })
  return { add, batches }
}

it('runs alone what comes alone, and together what comes meanwhile, each with its own result', async () => {
  const { add, batches } = setting(async (items) => items.map((item) => item * 10))
  expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual([10, 20, 30, 40, 50])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

it('a batch that fails is run item by item, so that one bad item costs no other', async () => {
  const { add } = setting(async (items) => {
    if (items.includes(3)) throw new Error('bad item')
    return items
  })
  const settled = await Promise.allSettled([1, 2, 3, 4].map(add))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

it('runs no more batches at once than it may', async () => {
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { add, batches } = setting(async (items) => {
    await gate
    return items
  }, 2)
  const all = Promise.all([1, 2, 3, 4, 5, 6].map(add))
  await Promise.resolve()
  expect(batches).toEqual([[1], [2]])
  open()
  await all
  expect(batches).toHaveLength(4)
})
