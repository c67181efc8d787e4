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

const lifeSeconds = 86_400

export function signUpCookieName(sessionCookieName: string): string {
  return `${sessionCookieName}-sign-up`
}

type SignUpCookie = { cookieName: string; secret: string; isSecure: boolean }

/** The line that has a browser remember for a day whom it signed up. No script of a page reads it. */
export function signUpCookie({ cookieName, secret, isSecure }: SignUpCookie, personId: string, now: Date): string {
  const text = `${personId} ${now.getTime() + 1_000 * lifeSeconds}`
  const value = Buffer.from(`${text} ${signatureOf(text, secret)}`).toString('base64url')
  return `${cookieName}=${value}; Max-Age=${lifeSeconds}; ${attributes(isSecure)}`
}

export function endedSignUpCookie({ cookieName, isSecure }: Omit<SignUpCookie, 'secret'>): string {
  return `${cookieName}=; Max-Age=0; ${attributes(isSecure)}`
}

/** The person whom a browser signed up; undefined for a value that is old, or that we did not sign. */
export function signedUpPerson(value: string | undefined, secret: string, now: Date): string | undefined {
  const [personId = '', until = '', signature = ''] = Buffer.from(value ?? '', 'base64url')
    .toString()
    .split(' ')
  const given = Buffer.from(signature)
  const expected = Buffer.from(signatureOf(`${personId} ${until}`, secret))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return now.getTime() < Number(until) ? personId : undefined
}

/** A session's token is signed with the same secret: the words before keep one from being taken for the other. */
function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`sign-up of ${text}`).digest('base64url')
}

function attributes(isSecure: boolean): string {
  return `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}
