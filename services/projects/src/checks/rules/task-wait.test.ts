import { expect, it } from 'vitest'
import { nextPoll, timeOfCollected } from './task-wait.ts'

const at = (seconds: number) => new Date(seconds * 1_000)

it('a task is asked for when it is twice as old, never sooner than 20 seconds nor later than ten minutes', () => {
  expect([0, 5, 40, 300, 9_000].map((age) => nextPoll(at(0), at(age)).getTime() / 1_000 - age)).toEqual([
    20, 20, 40, 300, 600,
  ])
})

it('a page that was collected late is as old as its task', () => {
  expect(timeOfCollected(at(0), at(3_600))).toEqual(at(3_600))
  expect(timeOfCollected(at(0), at(3_601))).toEqual(at(0))
})
