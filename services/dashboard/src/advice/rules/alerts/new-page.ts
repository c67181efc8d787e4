import { momentsOf } from './checks.ts'
import { defineAlert } from './model.ts'

/** new page: the site is found with an address that none of the up to fourteen checks of four weeks before had; three of them at least. */
export const newPage = defineAlert({
  name: 'new_page',
  reads: ['pasts'],
  lastsDays: 0,
  find: ({ pasts }) =>
    momentsOf(pasts, ({ url, usual, before }) => {
      if (!usual || url === null) return undefined
      return before.some((check) => check.url !== null) && before.every((check) => check.url !== url)
    }),
})
