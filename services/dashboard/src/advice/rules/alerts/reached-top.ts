import { isComparableTo, momentsOf } from './checks.ts'
import { marginOf } from './left-top.ts'
import { defineAlert } from './model.ts'

/** reached: usual > top, 1 ≤ now ≤ top, and usual − now ≥ margin(top). */
export const reachedTop = defineAlert({
  name: 'reached_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) =>
    momentsOf(pasts, (now) => {
      const { usual, position } = now
      if (!usual || !isComparableTo(now, usual)) return undefined
      return position > 0 && position <= top && usual.place > top && usual.place - position >= marginOf(top)
    }),
})
