import { isComparableTo, momentsOf, placeOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** So many places beyond the border: a keyword that trembles around it has not left. */
export function marginOf(top: number): number {
  return Math.max(2, Math.ceil(top * 0.3))
}

/**
 * left: usual ≤ top, now > top, and now − usual ≥ margin(top), or this and the two checks before > top. `usual` is the median of
 * up to fourteen checks of four weeks before.
 */
export const leftTop = defineAlert({
  name: 'left_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) =>
    momentsOf(pasts, (now) => {
      const { usual } = now
      if (!usual || !isComparableTo(now, usual)) return undefined
      const isOut = usual.isFound && usual.place <= top && placeOf(now) > top
      const [one, two] = now.before
      const isOutForLong = one !== undefined && two !== undefined && placeOf(one) > top && placeOf(two) > top
      return isOut && (isOutForLong || placeOf(now) - usual.place >= marginOf(top))
    }),
})
