import { expect, it } from 'vitest'
import { startLoop } from './loop.ts'

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
