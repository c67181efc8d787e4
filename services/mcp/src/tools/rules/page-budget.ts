import { maxTokensOf } from './tokens.ts'

/** Of an answer, as a model counts them: clients cut or refuse longer ones. */
const maxAnswerTokens = 10_000

/** How many of an answer's rows, from the first on, it has room for. */
export function rowsThatFit(answer: object, list: string, rows: readonly unknown[]): number {
  let left = maxAnswerTokens - maxTokensOf({ ...answer, [list]: [] })
  const end = rows.findIndex((row) => {
    left -= maxTokensOf(row) + 1
    return left < 0
  })
  return end < 0 ? rows.length : end
}

/** Whether an answer is within its tokens; `json` is the answer. No text has more tokens than bytes. */
export function isShort(answer: unknown, json: string): boolean {
  return Buffer.byteLength(json) <= maxAnswerTokens || maxTokensOf(answer) <= maxAnswerTokens
}
