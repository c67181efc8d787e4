import { deviationsIf, momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

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
