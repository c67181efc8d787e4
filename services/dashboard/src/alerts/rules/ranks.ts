import { ahead, behind, deviationsIf, isComparableTo, isUsuallySeen, momentsOf } from './checks.ts'
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

/** left: usual ≤ top, behind it, and now > top. */
export const leftTop = defineAlert({
  name: 'left_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) => {
    const left = behind((place, usual) => usual.isFound && usual.place <= top && place > top)
    return momentsOf(pasts, left)
  },
})

/** Of a usual place above the twelfth so much of N a place is as far as N: 3 → 6 costs half of the clicks. */
const ofPlace = 0.08
const fewestPlaces = 3

/** fell by N: usual ≤ 20, behind it, and now − usual ≥ N, or ≥ N × 8 % of the usual place and three places; not found counts as just behind the depth. */
export const fell = defineAlert({
  name: 'fell',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, places) => {
    const fallen = behind((place, usual) => {
      const min = Math.min(places, Math.max(fewestPlaces, places * usual.place * ofPlace))
      return isUsuallySeen(usual) && place - usual.place >= min
    })
    return momentsOf(pasts, fallen)
  },
})

/** reached: usual > top, ahead of it, and now ≤ top. */
export const reachedTop = defineAlert({
  name: 'reached_top',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, top) => {
    const reached = ahead((place, usual) => usual.place > top && place <= top)
    return momentsOf(pasts, reached)
  },
})

/** rose by N: ahead of usual, and usual − now ≥ N; usually not found counts as just behind the depth. */
export const rose = defineAlert({
  name: 'rose',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }, places) => {
    const risen = ahead((place, usual) => usual.place - place >= places)
    return momentsOf(pasts, risen)
  },
})

/** Looks that may have the new address already, as those before confirm it. */
const latest = 2

/** new page: the site is found with an address that none of the up to fourteen usual looks had, the last two of them aside. */
export const newPage = defineAlert({
  name: 'new_page',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }) =>
    momentsOf(pasts, {
      beside: ({ usual }) => usual,
      shows({ url, before }) {
        if (url === null) return undefined
        const earlier = before.slice(latest)
        return deviationsIf(earlier.some((look) => look.url !== null) && earlier.every((look) => look.url !== url))
      },
    }),
})
