import { deviationsIf, isComparableTo, isUsuallySeen, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** not found: usual ≤ 20, and now not found within the depth. */
export const notFound = defineAlert({
  name: 'not_found',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }) =>
    momentsOf(pasts, {
      beside: ({ usual }) => usual,
      shows(now, usual) {
        return isComparableTo(now, usual) ? deviationsIf(now.position === 0 && isUsuallySeen(usual)) : undefined
      },
    }),
})
