import { QueryClient } from '@tanstack/react-query'
import type { PersonOperation } from './call.ts'
import { askAgainMs, isPassing } from './refusal.ts'

/** The cache of reads, for as long as the tab is open. */
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
