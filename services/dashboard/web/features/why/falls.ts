import { useQuery } from '@tanstack/react-query'
import { type OutputOf, read } from '../../api/call.ts'
import { dayMs } from '../../kit/words/time-text.ts'
import type { Days } from '../ranks/exports.ts'

export type Fall = OutputOf<'falls.list'>['rows'][number]

const max = 10

/** The furthest falls of so many days, or of one keyword, with what its results pages show. */
export function useFalls(siteId: string, days: Days, part?: string) {
  const since = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  return useQuery(read('falls.list', { params: { id: siteId }, query: { since, part, limit: max } }))
}
