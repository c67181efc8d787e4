import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Answered } from '../../kit/loaded.tsx'

type LoadedNarrowProps<Data, Key extends readonly unknown[]> = {
  /** Of the page while there is nothing else to show. */
  title: string
  query: UseQueryOptions<Data, Error, Data, Key>
  children(data: Data): ReactNode
}

/** A page for people who are perhaps not signed in, once what it shows was read; until then it says how that goes. */
export function LoadedNarrow<Data, Key extends readonly unknown[]>(props: LoadedNarrowProps<Data, Key>) {
  const answer = useQuery(props.query)
  if (answer.data !== undefined) return props.children(answer.data)
  return (
    <Narrow title={props.title}>
      <Answered of={answer}>{() => null}</Answered>
    </Narrow>
  )
}
