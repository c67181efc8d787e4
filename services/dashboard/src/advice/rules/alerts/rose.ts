import { isComparableTo, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** rose by N: found, and usual − now ≥ N; usually not found counts as just behind the depth. */
export const rose = defineAlert({
  name: 'rose',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, places) =>
    momentsOf(pasts, (now) => {
      const { usual, position } = now
      if (!usual || !isComparableTo(now, usual)) return undefined
      return position > 0 && usual.place - position >= places
    }),
})
