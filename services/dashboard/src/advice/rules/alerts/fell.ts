import { isComparableTo, isUsuallySeen, momentsOf, placeOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** fell by N: usual ≤ 20, and now − usual ≥ N; not found counts as just behind the depth. */
export const fell = defineAlert({
  name: 'fell',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, places) =>
    momentsOf(pasts, (now) => {
      const { usual } = now
      if (!usual || !isComparableTo(now, usual)) return undefined
      return isUsuallySeen(usual) && placeOf(now) - usual.place >= places
    }),
})
