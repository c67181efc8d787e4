import type pg from 'pg'
import { textsInFields } from './hostile-fields.ts'
import { type Attack, posting, type Service, startService } from './hostile-service.ts'
import type { Get } from './signed-get.ts'
import type { Stack } from './stack.ts'
import { visitHeaders, visitSecret } from './visit-headers.ts'

export function startDashboard(stack: Stack, databaseUrl: string): Promise<Service> {
  return startService(stack, 'dashboard', {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: visitSecret,
    DATA_DIR: stack.folder,
    MIDTRANS_SERVER_KEY: 'sandbox',
    XENDIT_SECRET_KEY: 'sandbox',
    XENDIT_CALLBACK_TOKEN: 'sandbox',
  })
}

/** A person who is signed in. */
export async function seedPerson(pool: pg.Pool, id: string): Promise<void> {
  await pool.query(
    `INSERT INTO person (id, email, name, email_verified) VALUES ($1, $1 || '@hostile.example', 'Bench', true)`,
    [id],
  )
  await pool.query(
    `INSERT INTO member (person_id, account_id, role, state, joined_at) VALUES ($1, 'of-' || $1, 'owner', 'active', now())`,
    [id],
  )
  await pool.query(
    `INSERT INTO person_session (id, token, person_id, expires_at) VALUES ($1, 'token-' || $1, $1, now() + interval '1 day')`,
    [id],
  )
}

/** Who is signed in, as each page asks. */
export function sessionOf(port: number, personId: string): Get {
  const headersOf = visitHeaders(personId)
  const body = Buffer.from('{}')
  return async (target) => {
    const startedAt = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, {
      method: 'POST',
      headers: headersOf(target, body),
      body,
    })
    const { byteLength: bytes } = await answer.arrayBuffer()
    return { status: answer.status, bytes, ms: performance.now() - startedAt, retryAfterMs: 0 }
  }
}

const maxBytes = 65_000
/** From many networks: no key's minute limits them. */
const max = 300
const filled = (start: string, piece: string, end: string) =>
  start + piece.repeat(Math.floor((maxBytes - start.length - end.length) / piece.length)) + end

/** The fields of forms and of a page's call. */
export function textsOfForms(): Attack {
  const posts = [
    ...textsInFields('/auth/sign-up', maxBytes, (text) => ({ email: text, password: text, name: text })),
    ...textsInFields('/auth/sign-in', maxBytes, (text) => ({ email: text, password: text })),
    ...textsInFields('/api/op/person.update', maxBytes, (name) => ({ body: { name } })),
  ]
  return posting({ as: { person: 'guest' }, posts, max })
}

/** Notices of payments, sign-ins and calls of pages: brackets, fields without end, long addresses, passwords and names. */
export function visits(): Attack {
  const names = `{${Array.from({ length: 6_000 }, (_, i) => `"${i}":0`).join()}}`
  const bodies: Record<string, string[]> = {
    '/webhooks/midtrans': [filled('{"order_id":', '[', ''), filled('{"order_id":[', '{},', '{}]}'), names],
    '/webhooks/xendit': [filled('{"event":"', '\\u0041', '"}')],
    '/auth/sign-in': [names, filled('{"password":"x","email":"a@', 'a.', '"}'), filled('{"email":[', '{},', '{}]}')],
    '/auth/sign-up': [filled('{"email":"a@b.net","password":"long enough","name":"', 'a\u200c', '"}')],
    '/api/op/person.update': [`{"body":${names}}`, filled('{"body":{"name":"', 'aа', '"}}')],
    '/api/op/mailChange.create': [filled('{"body":{"email":"', 'a@', '"}}')],
  }
  const posts = Object.entries(bodies).flatMap(([target, all]) => all.map((body) => ({ target, body })))
  return posting({ as: { person: 'guest' }, posts, max })
}
