import { cards } from '@rts/shared/texts/cards'
import type { Sentence } from '@rts/shared/texts/sentence'
import { checksFail, commonError } from '../checks-fail.ts'
import { rivalPassed } from '../rank-changes.ts'
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

/** The card's own fact, day by day while it lasts, named by the reason that all have: checks that fail again within nine days are the same alert. */
export const checksFailAlert = defineAlert({
  name: 'checks_fail',
  reads: ['ranks'],
  lastsDays: 9,
  find: (known, _threshold, now) =>
    checksFail.find(known, now).map(({ subject, at, keywordIds }) => {
      const error = commonError(known.ranks.filter(({ id }) => keywordIds.includes(id)))
      const named = error ? namedBy(cards.failed({ error })) : { name: '' }
      const about = { subject, fact: at.slice(0, 10), at, keywordId: null, ...named }
      return { ...about, from: null, to: keywordIds.length, url: null }
    }),
})

/** A kind of error that the last crawl found and the crawl before did not. `to` is the count of pages that have it. */
export const auditErrors = defineAlert({
  name: 'audit_errors',
  reads: ['audit'],
  lastsDays: 0,
  find: ({ audit }) =>
    audit.issues
      .filter(({ severity, isNew }) => severity === 'error' && isNew)
      .map(({ code, firstSeen, title, count, urls }) => {
        const about = {
          subject: code,
          fact: firstSeen,
          at: firstSeen,
          keywordId: null,
          ...namedBy(cards.issue({ code, title })),
        }
        return { ...about, from: null, to: count, url: urls[0]?.url ?? null }
      }),
})

function namedBy(sentence: Sentence) {
  return { name: sentence.text, sentence }
}
