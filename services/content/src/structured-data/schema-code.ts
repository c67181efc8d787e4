const maxBytes = 512_000

export const codeTooLarge = 'code has at most 512,000 bytes of UTF-8'

/** Counts what the text is in UTF-8, however the request wrote it. */
export function isCodeTooLarge(code: string): boolean {
  return code.length > maxBytes || Buffer.byteLength(code) > maxBytes
}

/** The source of the text, in answers about a site. */
export type Source = { source: 'code' | 'url'; url: string | null }
