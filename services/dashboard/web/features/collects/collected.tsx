import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { askAgainMs } from '../../api/recovery.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Foot, Progress } from '../../kit/progress.tsx'
import { Refused } from '../../kit/refused.tsx'
import { Ago } from '../../kit/words/time.tsx'

type State = Pick<OutputOf<'gap.list'>, 'status' | 'reason' | 'updatedAt' | 'retryAfterSeconds'>
type CollectedProps<Data extends State, Key extends readonly unknown[]> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  /** Whether some of it is the sandbox's. */
  isSample(data: Data): boolean
  /** How far a long refresh is. */
  progress?(data: Data): string | undefined
  children(data: Data): ReactNode
}

const whyNot = {
  no_provider: 'No provider for this is set up in this installation.',
  allowance_exhausted: 'Today’s API calls are used up. Data can be refreshed again after 00:00 UTC.',
  collect_limit: 'Today’s data refreshes are used up. Data can be refreshed again after 00:00 UTC.',
}

/** What was collected, with its age; while it is collected the rows so far, and the way on after a failure. */
export function Collected<Data extends State, Key extends readonly unknown[]>(props: CollectedProps<Data, Key>) {
  const { query, isSample, progress, children } = props
  const { data, error, refetch, isFetching } = useQuery({
    ...query,
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? 1_000 * (state.data.retryAfterSeconds ?? 3) : askAgainMs(state),
  })
  const refused = error && (
    <Refused error={error}>
      <Button busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Refused>
  )
  if (!data) return refused ?? <Progress text="Fetching data…" />
  return (
    <>
      {refused}
      <StateOf data={data} progress={progress?.(data)} />
      {children(data)}
      <Foot>
        <span>
          {data.updatedAt ? (
            <>
              Updated <Ago at={data.updatedAt} />
            </>
          ) : (
            data.status !== 'unavailable' && 'No data yet'
          )}
        </span>
        {isSample(data) && <Badge tone="warn">Sample data</Badge>}
      </Foot>
    </>
  )
}

/** What is under way, missing or failed. */
function StateOf({ data, progress }: { data: State; progress: string | undefined }) {
  return (
    <>
      {isUnderWay(data) && <Progress text={progress ?? 'Fetching data… These are the rows so far.'} />}
      {data.reason && <Notice tone="warn">{whyNot[data.reason]}</Notice>}
      {data.status === 'failed' && (
        <Notice tone="warn">The last refresh failed and is retried automatically. Earlier data stays.</Notice>
      )}
      {data.status === 'partial' && <Notice>Partial results: some sources did not answer.</Notice>}
    </>
  )
}

/** In the place of rows: `words`, unless nobody has looked yet. */
export function noRows({ status, updatedAt }: Pick<State, 'status' | 'updatedAt'>, words: string): string {
  if (updatedAt !== null || status === 'ready') return words
  return isUnderWay({ status }) ? 'Fetching data…' : 'No data yet.'
}

function isUnderWay({ status }: Pick<State, 'status'>): boolean {
  return status === 'queued' || status === 'collecting'
}
