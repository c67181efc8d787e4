const maxBytes = 512_000

export const codeTooLarge = 'code has at most 512,000 bytes of UTF-8'

/** In UTF-8 bytes, whatever the request's encoding. */
export function isCodeTooLarge(code: string): boolean {
  return code.length > maxBytes || Buffer.byteLength(code) > maxBytes
}

/** A text's source, in answers about a site. */
export type Source = { source: 'code' | 'url'; url: string | null }
