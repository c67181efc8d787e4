import { Link } from '@tanstack/react-router'
import { planLimits as t } from '../../../texts/plan-limits.ts'
import { useAccountDetails } from '../../api/account.tsx'
import { Notice } from '../../kit/notice.tsx'
import { capitalised, figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'

export type Room = { max: number; used: number }
type Limit = Room & { name: string }

const limits: Readonly<Record<string, (count: number) => string>> = t.limits

/** They count on sites within the plan alone. */
const ofActiveSites = new Set(['keywords', 'prompts'])

export function roomLeft({ max, used }: Room): number {
  return Math.max(0, max - used)
}

type NoRoomProps = { limit: Limit; wanted?: number; fit?: number; isDone?: boolean }

/** Says in one sentence how many of the wanted fit into the plan, or were added; nothing where all of them are. */
export function NoRoom({ limit, wanted = 1, fit = Math.min(wanted, roomLeft(limit)), isDone = false }: NoRoomProps) {
  if (fit >= wanted) return null
  return (
    <Notice tone="warn">
      {wanted > 1 && t.fitOfWanted(figure(fit), figure(wanted), isDone ? t.wereAdded : t.fit)}
      <PlanLimit limit={limit} />
    </Notice>
  )
}

export function PlanLimit({ limit: { name, max, used } }: { limit: Limit }) {
  const { data } = useAccountDetails()
  const plan = data ? capitalised(data.account.plan) : t.yourPlan
  const allowed = limits[name]?.(max) ?? `${max} ${name}`
  return (
    <>
      {t.includes(plan, allowed, used > 0 ? t.inUse(figure(used)) : '')}{' '}
      {ofActiveSites.has(name) && t.onlyActiveSitesCount} <Link to={pages.prices}>{t.upgrade}</Link>
    </>
  )
}
