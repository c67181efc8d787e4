import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Moment } from '../../kit/words/time.tsx'
import type { Site } from './site-form.tsx'

/** Pauses the scheduled checks of a site, and resumes them. */
export function Checks({ site: { id, checksPausedAt } }: { site: Site }) {
  const queries = useQueryClient()
  const isPaused = checksPausedAt !== null
  const turn = async () => {
    await call('sites.update', { params: { id }, body: { checksPaused: !isPaused } })
    await queries.invalidateQueries()
  }
  const line = isPaused ? (
    <>
      Paused since <Moment at={checksPausedAt} />. Resuming starts the checks that are due.
    </>
  ) : (
    'Keywords are checked on the schedule of the plan.'
  )
  return (
    <Panel
      title="Checks"
      line={line}
      actions={<ActionButton action={turn}>{isPaused ? 'Resume checks' : 'Pause checks'}</ActionButton>}
    />
  )
}
