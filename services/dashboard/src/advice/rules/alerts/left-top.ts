import { isComparableTo, momentsOf, placeOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** So many places beyond the usual one: a keyword that trembles around the border has not left. */
export function marginOf(top: number): number {
  return Math.max(2, Math.ceil(top * 0.5))
}

/** Beyond the usual place by less, but there to stay. */
function nearMarginOf(top: number): number {
  return Math.max(1, Math.ceil(top * 0.3))
}

const checksToStay = 4

/**
 * left: usual ≤ top, now > top, and now − usual ≥ margin(top); or ≥ near(top), where this and the three checks before are > top.
 * `usual` is the median of up to fourteen checks of four weeks before.
 */
export const leftTop = defineAlert({
  name: 'left_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) =>
    momentsOf(pasts, (now) => {
      const { usual } = now
      if (!usual || !isComparableTo(now, usual)) return undefined
      if (!usual.isFound || usual.place > top || placeOf(now) <= top) return false
      const before = now.before.slice(0, checksToStay - 1)
      const stays = before.length === checksToStay - 1 && before.every((check) => placeOf(check) > top)
      return placeOf(now) - usual.place >= (stays ? nearMarginOf(top) : marginOf(top))
    }),
})
