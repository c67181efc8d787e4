import { openLoop } from './load.ts'
import { median, quantile } from './stats.ts'

type Person = { email: string; password: string }
type FloodFigures = {
  pageSlowdown: number
  sessionSlowdown: number
  refusedPages: number
  refusedSessions: number
  tried: number
}

const seconds = 6
const floodPerSecond = 150
const visitsPerSecond = 20

/**
 * Strangers of ten thousand networks try to sign in, beside pages and a person who is signed in. Measures how much slower those
 * two are, and how many of them are refused. The gateway trusts one proxy hop.
 */
export async function signInFlood(port: number, person: Person): Promise<FloodFigures> {
  const origin = `http://127.0.0.1:${port}`
  const post = (path: string, body: object, headers: string) => {
    const text = JSON.stringify(body)
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${origin}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
  }
  const cookie = await signedIn(origin, person)
  const session = post('/api/session', {}, `Cookie: ${cookie}\r\n`)
  const page = Buffer.from(`GET /signin HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/html\r\n\r\n`)
  let tries = 0
  const tryOnce = () => {
    const from = `X-Forwarded-For: 198.18.${(tries >> 8) & 255}.${tries++ & 255}\r\n`
    return post('/auth/sign-in', { email: `stranger-${tries}@example.com`, password: 'not the password' }, from)
  }
  const measure = async () => {
    const [pages, sessions] = await Promise.all([
      openLoop(port, 16, seconds, visitsPerSecond, () => page),
      openLoop(port, 16, seconds, visitsPerSecond, () => session),
    ])
    return { pages, sessions }
  }
  const quiet = [await measure(), await measure()]
  const [flood, attacked] = await Promise.all([openLoop(port, 200, seconds, floodPerSecond, tryOnce), measure()])
  const slowdown = (kind: 'pages' | 'sessions') =>
    quantile(attacked[kind].latenciesMs, 0.99) / median(quiet.map((each) => quantile(each[kind].latenciesMs, 0.99)))
  const refused = (kind: 'pages' | 'sessions') =>
    attacked[kind].unexpected + (seconds * visitsPerSecond - attacked[kind].requests)
  return {
    pageSlowdown: slowdown('pages'),
    sessionSlowdown: slowdown('sessions'),
    refusedPages: refused('pages'),
    refusedSessions: refused('sessions'),
    tried: flood.requests,
  }
}

/** The cookie of a new session. */
async function signedIn(origin: string, person: Person): Promise<string> {
  const headers = { origin, 'content-type': 'application/json' }
  const reply = await fetch(`${origin}/auth/sign-in`, { method: 'POST', headers, body: JSON.stringify(person) })
  const [cookie = ''] = reply.headers.getSetCookie()
  if (reply.status !== 200) throw new Error(`the demo person could not sign in: ${reply.status}`)
  return cookie.split(';')[0] ?? ''
}
