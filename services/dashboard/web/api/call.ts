import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { askAgainMs, isPassing, Refusal } from './refusal.ts'
import { type How, send } from './send.ts'

/** The operations that a signed-in person may call, derived from the table. */
type PersonOperation = {
  [N in keyof Operations]: 'person' extends Operations[N]['callers'][number] ? N : never
}[keyof Operations]
export type InputOf<N extends PersonOperation> = OperationInput<Operations[N]>
export type OutputOf<N extends PersonOperation> = OperationOutput<Operations[N]>

export async function call<N extends PersonOperation>(name: N, input: InputOf<N>, how?: How) {
  // safe because the service has checked its answer against this very row
  return (await send(`/api/op/${name}`, input, how)) as OutputOf<N>
}

/** Calls an operation, then reads again what it changes. */
export async function change<N extends PersonOperation>(name: N, input: InputOf<N>, ...reads: PersonOperation[]) {
  const answer = await call(name, input)
  await readAgain(...reads)
  return answer
}

/** A query of an operation: its key is the operation and its input. */
export function read<N extends PersonOperation>(name: N, input: InputOf<N>) {
  return queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => call(name, input, { signal }) })
}

/** A list that is read page after page; `inputOf` is the input of a call by its cursor. */
export function paged<N extends ListOperation>(name: N, inputOf: (cursor?: string) => InputOf<N>) {
  return infiniteQueryOptions({
    queryKey: [name, inputOf()],
    queryFn: ({ pageParam, signal }) => call(name, inputOf(pageParam), { signal }) as Promise<OutputOf<N> & Page>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

export type Paging = { limit?: number; cursor?: string }
type Page = { nextCursor: string | null }
type Ask<A> = (paging: Paging) => Promise<A>
type Join<A> = (before: A, next: A) => A

const rowsOfPage = 1_000
const maxPages = 10

type ListOperation = {
  [N in PersonOperation]: OutputOf<N> extends Page ? N : never
}[PersonOperation]

/**
 * A list of up to ten thousand rows as one query: its table filters and sorts all of them. It is one call, or, where that answer
 * is too large for one message, page after page. `rows` names the list in the answer.
 */
export function whole<N extends ListOperation>(name: N, input: InputOf<N>, rows: keyof OutputOf<N> & string) {
  const { query } = Object(input)
  return queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) =>
      readWhole(
        // safe because every list takes the paging in its query
        (paging) =>
          call(name, { ...input, query: { ...query, ...paging } } as InputOf<N>, { signal }) as Promise<
            OutputOf<N> & Page
          >,
        (before, next) => ({ ...next, [rows]: [...Object(before[rows]), ...Object(next[rows])] }),
      ),
  })
}

export async function readWhole<A extends Page>(ask: Ask<A>, join: Join<A>): Promise<A> {
  try {
    return await ask({})
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.code !== 'payload_too_large') throw error
    return readPages(ask, join)
  }
}

async function readPages<A extends Page>(ask: Ask<A>, join: Join<A>): Promise<A> {
  let all = await ask({ limit: rowsOfPage })
  for (let page = 2; page <= maxPages && all.nextCursor !== null; page++)
    all = join(all, await ask({ limit: rowsOfPage, cursor: all.nextCursor }))
  return all
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && isPassing(error),
      refetchInterval: ({ state }) => askAgainMs(state),
    },
  },
})

/** Invalidates the answers of these operations after a change; all answers where none is named. */
export async function readAgain(...names: PersonOperation[]): Promise<void> {
  if (names.length === 0) return queries.invalidateQueries()
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
