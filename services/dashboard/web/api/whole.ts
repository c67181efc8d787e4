import { queryOptions } from '@tanstack/react-query'
import { type How, Refusal } from './send.ts'

export type Paging = { limit?: number; cursor?: string }
type Page = { nextCursor: string | null }
type Ask<A> = (paging: Paging, how?: How) => Promise<A>
type Join<A> = (before: A, next: A) => A

const rowsOfPage = 1_000
const mostPages = 10

/**
 * A list of up to ten thousand rows as one query: its table filters and sorts all of them. It is one call, or, where that answer
 * is too large for one message, page after page.
 */
export function whole<A extends Page>(key: readonly unknown[], ask: Ask<A>, join: Join<A>) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => readWhole((paging) => ask(paging, { signal }), join) })
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
  for (let page = 2; page <= mostPages && all.nextCursor !== null; page++)
    all = join(all, await ask({ limit: rowsOfPage, cursor: all.nextCursor }))
  return all
}
