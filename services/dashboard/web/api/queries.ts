import { QueryClient } from '@tanstack/react-query'
import { askAgainMs, isPassing } from './recovery.ts'

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
