import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overview as t } from '../../../texts/overview.ts'
import { Lead } from '../../kit/layout/briefing.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { courseOf, type Days, gainOf, type Rank, rankGroups } from '../ranks/exports.ts'
import { briefingOf } from './briefing.ts'

/** Smaller moves are said as none. */
const least = 0.05

type OverviewLeadProps = { siteId: string; days: Days; score: number | null; keywords: readonly Rank[] }

/** The news of the period in a sentence, drafted from the figures by rules. */
export function OverviewLead({ siteId, days, score, keywords }: OverviewLeadProps) {
  const { data } = useQuery(courseOf(siteId, days))
  if (!data || score === null) return null
  const { change, trend } = briefingOf(score, data)
  const moved = (only: 'up' | 'down', text: string) => (
    <Link to={pages.keywords} params={{ siteId }} search={{ days, only }} data-tone={only === 'up' ? 'good' : 'bad'}>
      {text}
    </Link>
  )
  const rose = keywords.filter(rankGroups.up.has).length
  const fell = keywords.filter(rankGroups.down.has)
  const [worst] = fell.toSorted((one, other) => (gainOf(one) ?? 0) - (gainOf(other) ?? 0))
  const isMoved = change !== null && Math.abs(change) >= least
  const by = isMoved ? (change > 0 ? t.up : t.down)(figure(Math.abs(change), 1)) : t.unchanged
  return (
    <Lead>
      {trend && <b>{t.trends[trend][days]} </b>}
      {change === null ? t.firstDay(figure(score, 1)) : t.visibilityIs(figure(score, 1), by, trend && t.ranges[trend])}{' '}
      {rose + fell.length > 0 && t.moves(moved('up', t.keywordsRose(rose)), moved('down', t.othersFell(fell.length)))}{' '}
      {worst &&
        t.worthALook(
          <Link to={pages.keywords} params={{ siteId }} search={{ days, open: worst.id }}>
            {worst.keyword}
          </Link>,
        )}
    </Lead>
  )
}
