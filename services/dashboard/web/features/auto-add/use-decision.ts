import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { changed } from './run-now.tsx'

/** As many as one call decides on. */
const atOnce = 500

/** Accepts or refuses proposals, however many. */
export function useDecision(siteId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, accept }: { ids: string[]; accept: boolean }) => {
      const sum = { changed: 0, overLimit: 0 }
      for (let at = 0; at < ids.length; at += atOnce) {
        const body = { ids: ids.slice(at, at + atOnce), accept }
        const answer = await call('proposals.update', { params: { id: siteId }, body })
        sum.changed += answer.changed
        sum.overLimit += answer.overLimit
      }
      return sum
    },
    onSettled: () => changed(queries),
  })
}
