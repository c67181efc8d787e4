import { rivalPassed } from '../rival-passed.ts'
import { defineAlert } from './model.ts'

/** The card's own fact: it lasts for seven days after each pass, and has ended two days later. */
export const rivalPassedAlert = defineAlert({
  name: 'rival_passed',
  reads: ['ranks', 'passes'],
  lastsDays: 9,
  find: (known, _threshold, now) =>
    rivalPassed.find(known, now).map(({ subject, fact, at }) => {
      return { subject, fact, at, keywordId: null, name: subject, from: null, to: null, url: null }
    }),
})
