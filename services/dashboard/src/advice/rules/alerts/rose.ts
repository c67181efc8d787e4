import { ahead, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** rose by N: ahead of usual, and usual − now ≥ N; usually not found counts as just behind the depth. */
export const rose = defineAlert({
  name: 'rose',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, places) =>
    momentsOf(
      pasts,
      ahead((place, usual) => usual.place - place >= places),
    ),
})
