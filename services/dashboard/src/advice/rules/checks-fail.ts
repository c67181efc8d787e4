import type { OverviewRow } from '@rts/shared/contract/rows/rank'
import type { FailureKind } from '@rts/shared/failure'
import { cards } from '@rts/shared/texts/cards'
import { defineRule } from './model.ts'
import { isWithinDays, latest } from './words.ts'

const days = 2
const max = 10
type Failing = OverviewRow & { lastCheck: NonNullable<OverviewRow['lastCheck']> }

export const checksFail = defineRule({
  name: 'checks_fail',
  statement: cards.checksFailRule({ days }),
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
    const since = worked[0]?.slice(0, 10) ?? ''
    return [
      {
        subject: 'site',
        fact: since,
        title: cards.checksFail({ count: failing.length, since, error: commonError(failing) }),
        at: latest(first.lastCheck.at, ...others.map(({ lastCheck }) => lastCheck.at)),
        evidence: failing.slice(0, max).flatMap(({ keyword, lastCheck, checkedAt }) => [
          {
            what: cards.lastTry({ phrase: keyword }),
            figure: cards.failed({ error: lastCheck.error ?? '' }),
            at: lastCheck.at,
            url: null,
          },
          ...(checkedAt
            ? [{ what: cards.lastThatWorked({ phrase: keyword }), figure: cards.ok, at: checkedAt, url: null }]
            : []),
        ]),
        page: 'keywords' as const,
        keywordIds: failing.map(({ id }) => id),
        sandbox: failing.some(({ sandbox }) => sandbox),
      },
    ]
  },
})

/** Why checks failed, where it is the same of all; else empty. */
export function commonError(checked: readonly Pick<OverviewRow, 'lastCheck'>[]): FailureKind | '' {
  const errors = new Set(checked.map(({ lastCheck }) => lastCheck?.error ?? ''))
  const [error = ''] = errors
  return errors.size === 1 ? error : ''
}
