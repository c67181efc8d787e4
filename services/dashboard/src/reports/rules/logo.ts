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
