import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OutputOf } from '../api/call.ts'
import { askAgainMs } from '../api/recovery.ts'
import { Badge } from './badge.tsx'
import { Button } from './button.tsx'
import css from './collected.module.css'
import { Notice } from './notice.tsx'
import { Refused } from './refused.tsx'
import { Ago } from './time.tsx'

type State = Pick<OutputOf<'gap.list'>, 'status' | 'reason' | 'updatedAt' | 'retryAfterSeconds'>
type CollectedProps<Data extends State, Key extends readonly unknown[]> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  /** Whether a played provider made some of it. */
  isPlayed(data: Data): boolean
  /** How far a long collect is. */
  progress?(data: Data): string | undefined
  children(data: Data): ReactNode
}

const whyNot = {
  no_provider: 'No provider for this is set up in this installation.',
  allowance_exhausted: 'The calls of today are used up: it can be collected again tomorrow, after 00:00 UTC.',
  collect_limit: 'The collects of today are used up: it can be collected again tomorrow, after 00:00 UTC.',
}

/** What was collected, with its age; while it is collected the rows so far, and the way on after a failure. */
export function Collected<Data extends State, Key extends readonly unknown[]>(props: CollectedProps<Data, Key>) {
  const { query, isPlayed, progress, children } = props
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
  if (!data) return refused ?? <Progress text="It is being collected: that may take some seconds." />
  return (
    <>
      {refused}
      <StateOf data={data} progress={progress?.(data)} />
      {children(data)}
      <p className={css.foot}>
        <span>
          {data.updatedAt ? (
            <>
              Collected <Ago at={data.updatedAt} />.
            </>
          ) : (
            data.status !== 'unavailable' && 'Nothing was collected yet.'
          )}
        </span>
        {isPlayed(data) && <Badge tone="warn">sandbox: played data</Badge>}
      </p>
    </>
  )
}

/** What is under way, missing or failed. */
function StateOf({ data, progress }: { data: State; progress: string | undefined }) {
  return (
    <>
      {isUnderWay(data) && <Progress text={progress ?? 'Fresh data is being collected; these are the rows so far.'} />}
      {data.reason && <Notice tone="warn">{whyNot[data.reason]}</Notice>}
      {data.status === 'failed' && (
        <Notice tone="warn">The last try failed, and it is tried again by itself. What was saved before stays.</Notice>
      )}
      {data.status === 'partial' && <Notice>Some sources did not answer: there may be more than this.</Notice>}
    </>
  )
}

/** In the place of rows: `words`, unless nobody has looked yet. */
export function noRows({ status, updatedAt }: Pick<State, 'status' | 'updatedAt'>, words: string): string {
  if (updatedAt !== null || status === 'ready') return words
  return isUnderWay({ status }) ? 'It is still being collected.' : 'Nothing could be collected yet.'
}

function isUnderWay({ status }: Pick<State, 'status'>): boolean {
  return status === 'queued' || status === 'collecting'
}

function Progress({ text }: { text: string }) {
  return (
    <div className={css.progress} role="status">
      <span className={css.bar} />
      {text}
    </div>
  )
}
