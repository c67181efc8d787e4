import v8 from 'node:v8'
import vm from 'node:vm'
import { expect, it } from 'vitest'
import { createUnderWay } from './under-way.ts'

v8.setFlagsFromString('--expose-gc')
const gc: (options: { type: 'minor' }) => void = vm.runInNewContext('gc')
const oldBytes = () =>
  v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0

it('answers what was added and not removed', () => {
  const underWay = createUnderWay<{ id: number }>()
  const [first, second, third] = [1, 2, 3].map((id) => underWay.add({ id }))
  underWay.remove(second ?? -1)
  expect(underWay.all()).toEqual([{ id: 1 }, { id: 3 }])
  underWay.add({ id: 4 })
  underWay.remove(first ?? -1)
  underWay.remove(third ?? -1)
  expect(underWay.all()).toEqual([{ id: 4 }])
})

it('what was removed leaves the memory with the next small collection', () => {
  const underWay = createUnderWay<{ text: string[] }>()
  const atOnce: number[] = []
  const turn = () => {
    atOnce.push(underWay.add({ text: Array.from({ length: 1_000 }, () => '') }))
    if (atOnce.length > 32) underWay.remove(atOnce.shift() ?? -1)
  }
  const turns = (count: number) => {
    for (let i = 0; i < count; i++) turn()
  }
  turns(100)
  // Two collections make a table old.
  for (let i = 0; i < 3; i++) gc({ type: 'minor' })
  const before = oldBytes()
  for (let i = 0; i < 20; i++) {
    turns(200)
    gc({ type: 'minor' })
  }
  // A Set keeps all 4,000, of 8 KB each.
  expect(oldBytes() - before).toBeLessThan(4_000_000)
})
