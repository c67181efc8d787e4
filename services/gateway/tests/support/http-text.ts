/** The start line, the header lines in order, and the offset of the body. */
export type Head = { start: string; lines: [string, string][]; end: number }

/** Reads a head from raw bytes; undefined until its end has arrived. */
export function headOf(bytes: Buffer, from = 0): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n', from, 'latin1')
  if (end < 0) return undefined
  const [start = '', ...rest] = bytes.subarray(from, end).toString('latin1').split('\r\n')
  const lines = rest.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { start, lines, end: end + 4 }
}

/** The first value of a header. */
export function headerOf({ lines }: Pick<Head, 'lines'>, name: string): string | undefined {
  return lines.find(([known]) => known === name)?.[1]
}

/** A body and the offset after it; undefined until it is complete. `isClosed` ends a body without a length. */
export function bodyOf(bytes: Buffer, head: Head, isClosed: boolean): { body: Buffer; end: number } | undefined {
  if (headerOf(head, 'transfer-encoding') === 'chunked') return chunkedBody(bytes, head.end)
  const length = headerOf(head, 'content-length')
  if (length === undefined) return isClosed ? { body: bytes.subarray(head.end), end: bytes.length } : undefined
  const end = head.end + Number(length)
  return bytes.length < end ? undefined : { body: bytes.subarray(head.end, end), end }
}

function chunkedBody(bytes: Buffer, from: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1')
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end: next }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}
