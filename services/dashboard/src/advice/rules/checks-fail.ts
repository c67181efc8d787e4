import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import { defineRule } from './model.ts'
import { counted, failureWords, isWithinDays, latest } from './words.ts'

const days = 2
const max = 10
type Failing = OverviewRow & { lastCheck: NonNullable<OverviewRow['lastCheck']> }

export const checksFail = defineRule({
  name: 'checks_fail',
  statement: `The last check of a keyword failed, and none has worked for ${days} days.`,
  reads: ['ranks'],
  find({ ranks }, now) {
    const failing = ranks.flatMap((rank): Failing[] => {
      const { frozen, lastCheck, checkedAt } = rank
      if (frozen || lastCheck?.status !== 'failed' || (checkedAt && isWithinDays(checkedAt, days, now))) return []
      return [{ ...rank, lastCheck }]
    })
    const [first, ...others] = failing
    if (!first) return []
    const worked = failing.flatMap(({ checkedAt }) => checkedAt ?? []).sort()
    const since = worked[0]?.slice(0, 10) ?? 'the beginning'
    return [
      {
        subject: 'site',
        fact: since,
        title: [`Checks of ${counted(failing.length, 'keyword')} fail since ${since}`, ...commonReason(failing)].join(
          ': ',
        ),
        at: latest(first.lastCheck.at, ...others.map(({ lastCheck }) => lastCheck.at)),
        evidence: failing
          .slice(0, max)
          .flatMap(({ keyword, lastCheck, checkedAt }) => [
            { what: `“${keyword}”: last try`, figure: figureOf(lastCheck), at: lastCheck.at, url: null },
            ...(checkedAt ? [{ what: `“${keyword}”: last that worked`, figure: 'ok', at: checkedAt, url: null }] : []),
          ]),
        page: 'keywords' as const,
        keywordIds: failing.map(({ id }) => id),
        sandbox: failing.some(({ sandbox }) => sandbox),
      },
    ]
  },
})

/** Why checks failed, where it is the same of all. */
export function commonReason(checked: readonly Pick<OverviewRow, 'lastCheck'>[]): string[] {
  const errors = [...new Set(checked.map(({ lastCheck }) => lastCheck?.error ?? null))]
  return errors.length === 1 ? errors.flatMap((error) => (error === null ? [] : failureWords[error])) : []
}

function figureOf({ error }: Failing['lastCheck']): string {
  return error === null ? 'failed' : failureWords[error]
}
