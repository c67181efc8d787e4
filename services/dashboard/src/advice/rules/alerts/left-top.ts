import { behind, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** left: usual ≤ top, behind it, and now > top. */
export const leftTop = defineAlert({
  name: 'left_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) =>
    momentsOf(
      pasts,
      behind((place, usual) => usual.isFound && usual.place <= top && place > top),
    ),
})
