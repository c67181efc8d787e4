import type { Answer } from './problems.ts'
import type { Input } from './request.ts'
import type { How } from './shapes.ts'

export type AnyCall = (input: Input, how: How) => Promise<Answer>

/** The rows of all pages. */
export async function* eachRow(call: AnyCall, rows: string, input: Input, how: How): AsyncGenerator<unknown, void> {
  let cursor: unknown = input.cursor
  do {
    const page = await call({ ...input, cursor }, how)
    const list = page[rows]
    if (Array.isArray(list)) yield* list
    cursor = page.nextCursor
  } while (typeof cursor === 'string')
}
