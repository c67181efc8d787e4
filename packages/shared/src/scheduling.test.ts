import { expect, it } from 'vitest'
import { mapInSteps, runInSteps, yieldForLarge } from './scheduling.ts'

it('takes one step between two turns of the event loop, however many computations run at once', async () => {
  let steps = 0
  function* twenty(): Generator<void, number> {
    for (let i = 0; i < 20; i++) {
      steps++
      yield
    }
    return 20
  }
  const running = Promise.all(Array.from({ length: 8 }, () => runInSteps(twenty())))
  let max = 0
  while (steps < 160) {
    const before = steps
    await new Promise((resolve) => setImmediate(resolve))
    max = Math.max(max, steps - before)
  }
  expect(await running).toEqual(Array(8).fill(20))
  expect(max).toBe(1)
})

it('maps so many items in a step, and keeps their order', async () => {
  const steps: number[] = []
  let step = 0
  const count = () => void setImmediate(() => step++ < 100 && count())
  count()
  const doubled = await mapInSteps([1, 2, 3, 4, 5], 2, (item) => {
    steps.push(step)
    return item * 2
  })
  expect(doubled).toEqual([2, 4, 6, 8, 10])
  expect(new Set(steps).size).toBe(3)
  expect(await mapInSteps([], 2, String)).toEqual([])
})

it('goes on with the others when one throws', async () => {
  function* failing(): Generator<void, never> {
    yield
    throw new Error('no')
  }
  function* fine(): Generator<void, string> {
    yield
    yield
    return 'done'
  }
  const [failed, done] = await Promise.allSettled([runInSteps(failing()), runInSteps(fine())])
  expect([failed.status, done]).toEqual(['rejected', { status: 'fulfilled', value: 'done' }])
})

it('of large texts one has its turn in a round of the event loop; small ones do not wait for them', async () => {
  const [large, small] = [new Uint8Array(16_385), new Uint8Array(16_384)]
  const begun: string[] = []
  const waiting = Array.from({ length: 8 }, () => yieldForLarge(large).then(() => begun.push('large')))
  await yieldForLarge(small).then(() => begun.push('small'))
  expect(begun).toEqual(['small'])
  for (let round = 1; round <= 8; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(begun).toHaveLength(1 + round)
  }
  await Promise.all(waiting)
})
