/** Declared encodings in order of precedence, and the one used. */
export type Charset = {
  bom: string | null
  header: string | null
  meta: string | null
  used: string
  hasBadBytes: boolean
}

/** Browsers search no further. */
const declarationBytes = 1_024

/** As in browsers: byte order mark, then header, then meta element. */
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

/** Readable as ASCII, it is not UTF-16, whatever it declares. */
function metaOf(start: string): string | null {
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1]
  const label = labelIn(declared)
  return label?.startsWith('utf-16') ? 'utf-8' : label
}

/** The canonical label; null if unknown. */
function labelIn(written: string | undefined): string | null {
  if (written === undefined) return null
  try {
    return new TextDecoder(written).encoding
  } catch {
    return null
  }
}
