/** Of the worst ASCII texts that strangers write (random letters and signs), as o200k_base counts them. */
const tokensOfByte = 0.9
/** A name with its quotes, colon and comma. */
const tokensOfName = 3.5

/**
 * At most so many tokens has a value as JSON. Ordinary rows have about two thirds: an estimate that strangers' texts cannot exceed
 * is not a close one. Models do not publish how they count, so tests hold it against the tokenizer of OpenAI's.
 */
export function maxTokensOf(value: unknown): number {
  if (typeof value === 'string') return tokensOfText(value)
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 0.5 + maxTokensOf(each), 1)
  if (value === null || typeof value !== 'object') return 1 + String(value).length / 2
  return Object.values(value).reduce((sum, part) => sum + tokensOfName + maxTokensOf(part), 1)
}

function tokensOfText(text: string): number {
  const bytes = Buffer.byteLength(JSON.stringify(text)) - 2
  // Rare scripts have a token for each byte, which is the most that there can be.
  return bytes > text.length * 1.5 ? bytes : bytes * tokensOfByte
}
