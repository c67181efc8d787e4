import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { kit as t } from '../../texts/kit.ts'
import { Button } from './button.tsx'
import css from './loaded.module.css'
import { Refused } from './notice.tsx'

type LoadedProps<Data, Key extends readonly unknown[]> = {
  query: UseQueryOptions<Data, Error, Data, Key>
  children(data: Data): ReactNode
}

/** Shows what was read: a grey place while it comes, the last rows while it is read again, and what went wrong with a way to retry. */
export function Loaded<Data, Key extends readonly unknown[]>({ query, children }: LoadedProps<Data, Key>) {
  return <Answered of={useQuery(query)}>{children}</Answered>
}

type AnsweredProps<Data> = {
  of: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch(): Promise<unknown> }
  children(data: Data): ReactNode
}

/** The same for a list that is read page after page. */
export function Answered<Data>({ of: { data, error, isFetching, refetch }, children }: AnsweredProps<Data>) {
  return (
    <>
      {error && (
        <Refused error={error}>
          <Button onClick={() => void refetch()} busy={isFetching}>
            {t.tryAgain}
          </Button>
        </Refused>
      )}
      {data === undefined ? !error && <Waiting /> : children(data)}
    </>
  )
}

type MoreProps = {
  of: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> }
  children: ReactNode
}

/** Reads the next page of a list that is read page after page. */
export function More({ of: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: MoreProps) {
  if (!hasNextPage) return null
  return (
    <p>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </p>
  )
}

/** In the place of what is being read. */
function Waiting() {
  return (
    <p className={css.waiting} role="status">
      {t.loading}
    </p>
  )
}

export function Progress({ text }: { text: string }) {
  return (
    <div className={css.progress} role="status">
      <span className={css.bar} />
      {text}
    </div>
  )
}

/** Under rows: how old they are, and what kind. */
export function Foot({ children }: { children: ReactNode }) {
  return <p className={css.foot}>{children}</p>
}
