import { behind, isUsuallySeen, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** Of a usual place above the twelfth so much of N a place is as far as N: 3 → 6 costs half of the clicks. */
const ofPlace = 0.08
const fewestPlaces = 3

/** fell by N: usual ≤ 20, behind it, and now − usual ≥ N, or ≥ N × 8 % of the usual place and three places; not found counts as just behind the depth. */
export const fell = defineAlert({
  name: 'fell',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, places) =>
    momentsOf(
      pasts,
      behind((place, usual) => {
        const least = Math.min(places, Math.max(fewestPlaces, places * usual.place * ofPlace))
        return isUsuallySeen(usual) && place - usual.place >= least
      }),
    ),
})
