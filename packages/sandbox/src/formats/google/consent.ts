import express, { type Response, Router } from 'express'
import { z } from 'zod'
import { consentPage, consoleScope, errorPage } from './consent-page.ts'
import { people } from './people.ts'
import type { GoogleTokens } from './tokens.ts'

/** Its secret is always wrong. */
export const badClient = 'invalid'

const asked = z.looseObject({
  client_id: z.string().min(1),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  state: z.string().optional(),
  access_type: z.enum(['online', 'offline']).default('online'),
  prompt: z.string().optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
})
type Asked = z.output<typeof asked>
const decision = z.looseObject({
  person: z.enum(people.map(({ email }) => email)),
  site: z
    .string()
    .trim()
    .toLowerCase()
    .transform((site) => (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(site) ? site : null))
    .default(null),
  allow: z.string().optional(),
  answer: z.enum(['allow', 'deny']),
})

/** Any address that ends as ours: http on this machine, or https. */
function isRegistered(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/google/callback' && !url.search
}

export function consentRoutes(tokens: GoogleTokens): Router {
  const routes = Router()
  routes.get('/auth', (req, res) => {
    const parsed = readAsked(req.query, res)
    if (!parsed) return
    res.type('html').send(consentPage(flat(parsed), `${req.baseUrl}/answer`))
  })
  routes.post('/answer', express.urlencoded({ extended: false }), (req, res) => {
    const parsed = readAsked(req.body, res)
    const decided = decision.safeParse(req.body)
    if (!parsed) return
    if (!decided.success) return void res.status(400).type('html').send(errorPage('invalid_request', 'Answer the page'))
    res.redirect(302, addressAfter(parsed, decided.data, tokens))
  })
  return routes
}

function readAsked(input: unknown, res: Response): Asked | null {
  const parsed = asked.safeParse(input)
  const wrong = parsed.success
    ? isRegistered(parsed.data.redirect_uri)
      ? parsed.data.client_id === badClient && 'invalid_client'
      : 'redirect_uri_mismatch'
    : 'invalid_request'
  if (parsed.success && !wrong) return parsed.data
  const why = parsed.success ? '' : parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
  res
    .status(400)
    .type('html')
    .send(errorPage(wrong || 'invalid_request', why))
  return null
}

function flat(fields: object): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'))
}

function addressAfter(parsed: Asked, decided: z.output<typeof decision>, tokens: GoogleTokens): string {
  const back = new URL(parsed.redirect_uri)
  if (parsed.state !== undefined) back.searchParams.set('state', parsed.state)
  if (decided.answer === 'deny') {
    back.searchParams.set('error', 'access_denied')
    return back.href
  }
  const wanted = parsed.scope.split(' ')
  const scopes = wanted.filter((scope) => scope !== consoleScope || decided.allow === consoleScope)
  const code = tokens.newCode({
    email: decided.person,
    site: decided.site,
    clientId: parsed.client_id,
    scopes,
    redirectUri: parsed.redirect_uri,
    challenge: parsed.code_challenge,
    isLasting: parsed.access_type === 'offline' && parsed.prompt?.split(' ').includes('consent') === true,
  })
  back.searchParams.set('code', code)
  back.searchParams.set('scope', scopes.join(' '))
  return back.href
}
