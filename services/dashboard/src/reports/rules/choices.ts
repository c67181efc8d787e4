import { endsInPublicSuffix, isWithin, normaliseHost } from '@rts/shared/hosts'
import { normalForm } from '@rts/shared/normal-form'

/** Labels with dots between them, of each kind that browsers take for one. */
const dotted = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*(?:[.。][\p{L}\p{M}\p{N}_-]+)+/gu

/** The first host in a text that is neither `domain` nor below it: mail programs make a link of it. Undefined without one. */
export function foreignHost(text: string, domain: string): string | undefined {
  for (const [written] of normalForm(text, 'NFKC').matchAll(dotted)) {
    const read = normaliseHost(written)
    if (read.ok && endsInPublicSuffix(read.host) && !isWithin(read.host, domain)) return written
  }
  return undefined
}

const signatures = {
  'image/png': [/^89504e470d0a1a0a/],
  'image/jpeg': [/^ffd8ff/],
  'image/webp': [/^52494646.{8}57454250/],
} as const

type LogoType = keyof typeof signatures

/** The kind of a picture by its first bytes; undefined for every other file, SVG among them: it may hold a program. */
export function logoTypeOf(bytes: Uint8Array): LogoType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  // safe because the keys of an object are its own names
  return (Object.keys(signatures) as LogoType[]).find((type) => signatures[type].some((each) => each.test(start)))
}

/** The picture as an address that needs no request; null for what is no picture. */
export function logoAddress(bytes: Uint8Array | null): string | null {
  const type = bytes && logoTypeOf(bytes)
  return bytes && type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null
}

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
