import type { QueryClient } from '@tanstack/react-query'
import type { PersonOperation } from './call.ts'

/** Reads again what these operations answer, after something has changed it. */
export async function readAgain(queries: QueryClient, ...names: PersonOperation[]): Promise<void> {
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })))
}
