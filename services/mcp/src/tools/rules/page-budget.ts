import { mostTokensOf } from './tokens.ts'

/** Of an answer, as a model counts them: clients cut or refuse longer ones. */
export const maxAnswerTokens = 10_000

/** How many rows of an answer, from the first on, may stand in it; all of them where it is short enough or has none. */
export function rowsThatFit(answer: object, list: string): number {
  const rows: unknown = Object(answer)[list]
  if (!Array.isArray(rows)) return 0
  // No text has more tokens than bytes.
  if (Buffer.byteLength(JSON.stringify(answer)) <= maxAnswerTokens) return rows.length
  let left = maxAnswerTokens - mostTokensOf({ ...answer, [list]: [] })
  const end = rows.findIndex((row) => {
    left -= mostTokensOf(row) + 1
    return left < 0
  })
  return end < 0 ? rows.length : end
}

/** Whether an answer is within its tokens. */
export function isShort(answer: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) <= maxAnswerTokens || mostTokensOf(answer) <= maxAnswerTokens
}
