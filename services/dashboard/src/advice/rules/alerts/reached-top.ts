import { ahead, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** reached: usual > top, ahead of it, and now ≤ top. */
export const reachedTop = defineAlert({
  name: 'reached_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) =>
    momentsOf(
      pasts,
      ahead((place, usual) => usual.place > top && place <= top),
    ),
})
