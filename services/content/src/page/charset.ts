/** The encodings that a page declares, in the order in which they count, and the one that it was read with. */
export type Charset = {
  bom: string | null
  header: string | null
  meta: string | null
  used: string
  hasBadBytes: boolean
}

/** Browsers look no further for a declaration inside a page. */
const declarationBytes = 1_024

/** Decodes a page as browsers do: a byte order mark counts before the header, the header before the page's own words. */
export function decodePage(bytes: Uint8Array, contentType: string): { text: string; charset: Charset } {
  const bom = bomOf(bytes)
  const header = labelIn(/charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1])
  const meta = metaOf(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, declarationBytes)).toString('latin1'),
  )
  const used = bom ?? header ?? meta ?? 'utf-8'
  const text = new TextDecoder(used).decode(bytes)
  return { text, charset: { bom, header, meta, used, hasBadBytes: text.includes('\uFFFD') } }
}

function bomOf([a, b, c]: Uint8Array): string | null {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : null
}

/** A page that can be read as ASCII this far is no UTF-16, even if it says so. */
function metaOf(start: string): string | null {
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1]
  const label = labelIn(declared)
  return label?.startsWith('utf-16') ? 'utf-8' : label
}

/** The encoding's own name; null for one that does not exist. */
function labelIn(written: string | undefined): string | null {
  if (written === undefined) return null
  try {
    return new TextDecoder(written).encoding
  } catch {
    return null
  }
}
