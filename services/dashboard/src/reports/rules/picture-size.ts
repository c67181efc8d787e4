type Size = { width: number; height: number }

/** The pixels of a PNG, JPEG or WebP picture, by its header; undefined where it has none that can be read. */
export function pictureSize(bytes: Uint8Array): Size | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wordAt = (at: number) => file.toString('latin1', at, at + 4)
  if (wordAt(12) === 'IHDR') return file.length < 24 ? undefined : sizeOf(file.readUInt32BE(16), file.readUInt32BE(20))
  if (wordAt(8) === 'WEBP') return file.length < 30 ? undefined : webpSize(file, wordAt(12))
  return file.subarray(0, 2).toString('hex') === 'ffd8' ? jpegSize(file) : undefined
}

function webpSize(file: Buffer, chunk: string): Size | undefined {
  if (chunk === 'VP8X') return sizeOf(1 + file.readUIntLE(24, 3), 1 + file.readUIntLE(27, 3))
  if (chunk === 'VP8 ') return sizeOf(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff)
  if (chunk !== 'VP8L') return undefined
  const bits = file.readUInt32LE(21)
  return sizeOf(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff))
}

/** Segments follow each other by their lengths; that of the frame has the size. */
function jpegSize(file: Buffer): Size | undefined {
  for (let at = 2; at + 9 <= file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (file.readUInt8(at) !== 0xff) return undefined
    if (isFrame) return sizeOf(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5))
  }
  return undefined
}

function sizeOf(width: number, height: number): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined
}
