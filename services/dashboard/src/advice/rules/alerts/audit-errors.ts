import { defineAlert } from './model.ts'

/** A kind of error that the last crawl found and the crawl before did not. `name` is its English title, `to` the pages that have it. */
export const auditErrors = defineAlert({
  name: 'audit_errors',
  reads: ['audit'],
  lastsDays: 0,
  find: ({ audit }) =>
    audit.issues
      .filter(({ severity, isNew }) => severity === 'error' && isNew)
      .map(({ code, firstSeen, title, count, urls }) => {
        const about = { subject: code, fact: firstSeen, at: firstSeen, keywordId: null, name: title }
        return { ...about, from: null, to: count, url: urls[0]?.url ?? null }
      }),
})
