import { checksFail, commonReason } from '../checks-fail.ts'
import { defineAlert } from './model.ts'

/** The card's own fact, day by day while it lasts, named by the reason that all have: checks that fail again within nine days are the same alert. */
export const checksFailAlert = defineAlert({
  name: 'checks_fail',
  reads: ['ranks'],
  lastsDays: 9,
  find: (known, _threshold, now) =>
    checksFail.find(known, now).map(({ subject, at, keywordIds }) => {
      const [name = ''] = commonReason(known.ranks.filter(({ id }) => keywordIds.includes(id)))
      const about = { subject, fact: at.slice(0, 10), at, keywordId: null, name }
      return { ...about, from: null, to: keywordIds.length, url: null }
    }),
})
