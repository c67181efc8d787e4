import { Link } from '@tanstack/react-router'
import { useAccountDetails } from '../../api/account.ts'
import { Notice } from '../../kit/notice.tsx'
import { capitalised } from '../../kit/words/capitalised.ts'
import { counted } from '../../kit/words/counted.ts'
import { pages } from '../../routes.ts'

/** What a plan allows of something, and how much of it is there. */
export type Room = { max: number; used: number }
type Limit = Room & { name: string }

/** What people call a limit of a plan, in the plural. */
const names: Readonly<Record<string, string>> = {
  sites: 'sites',
  keywords: 'keywords',
  competitors: 'competitors per site',
  prompts: 'AI prompts',
  people: 'people',
  collectsPerDay: 'data refreshes per day',
  writingsPerMonth: 'plans and articles per month',
}

/** How many more fit. */
export function roomLeft({ max, used }: Room): number {
  return Math.max(0, max - used)
}

type NoRoomProps = { limit: Limit; wanted?: number; fit?: number; isDone?: boolean }

/** Says in one sentence how many of the wanted fit into the plan, or were added; nothing where all of them are. */
export function NoRoom({ limit, wanted = 1, fit = Math.min(wanted, roomLeft(limit)), isDone = false }: NoRoomProps) {
  if (fit >= wanted) return null
  return (
    <Notice tone="warn">
      {wanted > 1 && `${fit.toLocaleString('en')} of ${wanted.toLocaleString('en')} ${isDone ? 'were added' : 'fit'}; `}
      <PlanLimit limit={limit} />
    </Notice>
  )
}

/** What the plan includes of something, and the way to a higher one. */
export function PlanLimit({ limit: { name, max, used } }: { limit: Limit }) {
  const { data } = useAccountDetails()
  const plan = data ? capitalised(data.account.plan) : 'Your plan'
  const allowed = name === 'people' && max === 1 ? '1 person' : counted(max, names[name] ?? name)
  return (
    <>
      {plan} includes {allowed}
      {used > 0 && `, ${used.toLocaleString('en')} in use`}. <Link to={pages.prices}>Upgrade</Link>
    </>
  )
}
