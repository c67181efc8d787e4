/** In a model's tokens: clients cut or refuse longer answers. */
const maxAnswerTokens = 10_000

export function rowsThatFit(answer: object, list: string, rows: readonly unknown[]): number {
  let left = maxAnswerTokens - maxTokensOf({ ...answer, [list]: [] })
  const end = rows.findIndex((row) => {
    left -= maxTokensOf(row) + 1
    return left < 0
  })
  return end < 0 ? rows.length : end
}

/** `json` is the answer. No text has more tokens than bytes. */
export function isShort(answer: unknown, json: string): boolean {
  return Buffer.byteLength(json) <= maxAnswerTokens || maxTokensOf(answer) <= maxAnswerTokens
}

/** Of the worst ASCII that strangers write (random letters and signs), by o200k_base. */
const tokensOfByte = 0.9
const tokensOfName = 3.5

/**
 * At most so many tokens has a value as JSON. Ordinary rows have about two thirds: an estimate that strangers' texts cannot exceed
 * is not a close one. Models do not publish how they count, so tests hold it against the tokenizer of OpenAI's.
 */
function maxTokensOf(value: unknown): number {
  if (typeof value === 'string') return tokensOfText(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 0.5 + maxTokensOf(each), 1)
  if (value === null || typeof value !== 'object') return 1 + String(value).length / 2
  return Object.values(value).reduce((sum, part) => sum + tokensOfName + maxTokensOf(part), 1)
}

function tokensOfText(text: string): number {
  const bytes = Buffer.byteLength(JSON.stringify(text)) - 2
  // Rare scripts take a token a byte, the maximum.
  return bytes > text.length * 1.5 ? bytes : bytes * tokensOfByte
}
