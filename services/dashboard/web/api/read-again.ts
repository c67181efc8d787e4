import type { QueryClient } from '@tanstack/react-query'
import type { PersonOperation } from './call.ts'

/** Invalidates the answers of these operations after a change. */
export async function readAgain(queries: QueryClient, ...names: PersonOperation[]): Promise<void> {
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
