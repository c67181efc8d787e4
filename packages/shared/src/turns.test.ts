import { expect, it } from 'vitest'
import { inTurns } from './turns.ts'

it('takes one step between two turns of the event loop, however many computations run at once', async () => {
  let steps = 0
  function* twenty(): Generator<void, number> {
    for (let i = 0; i < 20; i++) {
      steps++
      yield
    }
    return 20
  }
  const running = Promise.all(Array.from({ length: 8 }, () => inTurns(twenty())))
  let most = 0
  while (steps < 160) {
    const before = steps
    await new Promise((resolve) => setImmediate(resolve))
    most = Math.max(most, steps - before)
  }
  expect(await running).toEqual(Array(8).fill(20))
  expect(most).toBe(1)
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
  const [failed, done] = await Promise.allSettled([inTurns(failing()), inTurns(fine())])
  expect([failed.status, done]).toEqual(['rejected', { status: 'fulfilled', value: 'done' }])
})
