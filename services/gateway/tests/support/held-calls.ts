import type { Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Call, call, type Gateway, type Key, startWorld, type World } from '../support.ts'
import { answer, emptyList } from './simulated-service.ts'

/** A gateway whose service holds calls where a test says so. Each test has a new key, and a clock that it moves ahead. */
export function useHeldCalls() {
  let world: World
  let key: Key
  let aheadMs = 0
  let held: Socket[] = []
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  beforeAll(async () => {
    world = await startWorld({ clock })
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    key = await world.newKey()
    world.projects.answerWith()
    world.projects.forget()
    held = []
    // One test's failures must not open the breaker for the next.
    aheadMs += 11_000
  })
  return {
    get world() {
      return world
    },
    get key() {
      return key
    },
    get held() {
      return held
    },
    clock,
    pass: (ms: number) => {
      aheadMs += ms
    },
    read: (to: Gateway = world.gateway, more: Call = {}) => call(to, { key: key.secret, ...more }),
    day: () => world.day(key.accountId),
    bytes: (text: string) => world.projects.answerWith((_request, socket) => void socket.end(text)),
    hold: () => world.projects.answerWith((_request, socket) => void held.push(socket)),
    /** Answers what is held, and all that comes later at once. */
    release() {
      world.projects.answerWith()
      for (const socket of held.splice(0)) socket.write(answer(200, emptyList))
    },
  }
}
