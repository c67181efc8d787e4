import { createHmac, timingSafeEqual } from 'node:crypto'

/** The name of the session's cookie. Over https a browser takes it from this host alone, so that no other host can plant one. */
export function cookieNameOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-rts' : 'rts'
}

/** The raw value of a cookie: the first of the name counts. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const mark = pair.indexOf('=')
    if (mark > 0 && pair.slice(0, mark).trim() === name) return pair.slice(mark + 1).trim()
  }
  return undefined
}

/** The session's token in a cookie's value, `token.signature`; undefined unless we signed it. */
export function tokenOf(value: string | undefined, secret: string): string | undefined {
  const plain = decoded(value ?? '')
  const mark = plain.lastIndexOf('.')
  if (mark <= 0) return undefined
  const token = plain.slice(0, mark)
  const given = Buffer.from(plain.slice(mark + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
