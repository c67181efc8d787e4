import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { call, callsOf, useSandbox } from '../../testing/client.ts'

const sandbox = useSandbox()
const scope = 'openid email https://www.googleapis.com/auth/webmasters.readonly'
const verifier = 'a-verifier-that-has-forty-three-characters-or-more'
const redirect = 'http://127.0.0.1:8080/google/callback'
const asked = (more: Record<string, string> = {}) => ({
  client_id: 'client',
  redirect_uri: redirect,
  response_type: 'code',
  scope,
  state: 'st.ate',
  access_type: 'offline',
  prompt: 'consent',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  ...more,
})
const page = (more: Record<string, string> = {}) =>
  call(`${sandbox.url()}/google_consent/auth?${new URLSearchParams(asked(more))}`)
const allow = {
  person: 'ann@sandbox.example',
  answer: 'allow',
  allow: 'https://www.googleapis.com/auth/webmasters.readonly',
}
const json = (body: unknown) => Object(body)

async function answered(fields: Record<string, string> = allow, more: Record<string, string> = {}) {
  const body = new URLSearchParams({ ...asked(more), ...fields })
  const res = await fetch(`${sandbox.url()}/google_consent/answer`, { method: 'POST', body, redirect: 'manual' })
  return { status: res.status, location: new URL(res.headers.get('location') ?? 'http://nowhere') }
}
async function token(form: Record<string, string>) {
  const client = { client_id: 'client', client_secret: 'secret', redirect_uri: redirect }
  const body = new URLSearchParams({ ...client, ...form })
  const res = await fetch(`${sandbox.url()}/google_oauth/token`, { method: 'POST', body })
  return { status: res.status, body: json(await res.json()) }
}
const exchange = (code: string, more: Record<string, string> = {}) =>
  token({ grant_type: 'authorization_code', code, code_verifier: verifier, ...more })
const codeOf = async (fields = allow, more: Record<string, string> = {}) =>
  (await answered(fields, more)).location.searchParams.get('code') ?? ''
const sites = (access: string) =>
  call(`${sandbox.url()}/search_console/webmasters/v3/sites`, 'GET', undefined, { authorization: `Bearer ${access}` })
const control = (body: object) => call(`${sandbox.url()}/control/google`, 'PUT', body)

describe('the page where people answer', () => {
  it('offers three people and the right to untick, and leads back with code and state', async () => {
    const { status, text } = await page()
    expect(status).toBe(200)
    expect(text.match(/type="radio"/g)).toHaveLength(3)
    expect(text).toContain('type="checkbox"')
    const { location } = await answered()
    expect([location.origin + location.pathname, location.searchParams.get('state')]).toEqual([redirect, 'st.ate'])
    expect((await answered({ ...allow, answer: 'deny' })).location.searchParams.get('error')).toBe('access_denied')
  })

  it.each([
    ['another address', { redirect_uri: 'http://127.0.0.1:8080/elsewhere' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['an unknown client', { client_id: 'invalid' }],
  ])('refuses %s on a page, and leads nowhere', async (_what, more) => {
    expect((await page(more)).status).toBe(400)
    expect((await answered(allow, more)).status).toBe(400)
  })
})

describe('the token endpoint', () => {
  it('gives tokens for a code once, with a lasting one for offline and consent alone', async () => {
    const code = await codeOf()
    const first = await exchange(code)
    expect(first).toMatchObject({ status: 200, body: { expires_in: 3_599, scope, refresh_token: expect.any(String) } })
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    for (const more of [{ access_type: 'online' }, { prompt: 'none' }])
      expect((await exchange(await codeOf(allow, more))).body).not.toHaveProperty('refresh_token')
    const { allow: _unticked, ...rest } = allow
    expect((await exchange(await codeOf({ ...rest, allow: '' }))).body.scope).toBe('openid email')
  })

  it.each([
    ['a wrong verifier', { code_verifier: 'x' }, 400, 'invalid_grant'],
    ['a wrong secret', { client_secret: 'invalid' }, 401, 'invalid_client'],
  ])('refuses %s', async (_what, more, status, error) => {
    expect(await exchange(await codeOf(), more)).toMatchObject({ status, body: { error } })
  })

  it('tokens end with their hour, those of a project in testing with their week, all when they are revoked; none is in the log', async () => {
    await control({ isTesting: true })
    const { body } = await exchange(await codeOf())
    const refresh = () => token({ grant_type: 'refresh_token', refresh_token: body.refresh_token })
    expect((await sites(body.access_token)).status).toBe(200)
    await control({ aheadSeconds: 3_601 })
    expect((await sites(body.access_token)).status).toBe(401)
    const second = await refresh()
    expect((await sites(second.body.access_token)).status).toBe(200)
    await control({ aheadSeconds: 7 * 86_400 + 1 })
    expect(await refresh()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await control({ aheadSeconds: 0, isTesting: false })
    const third = (await exchange(await codeOf())).body
    const ended = new URLSearchParams({ token: third.refresh_token })
    await fetch(`${sandbox.url()}/google_oauth/revoke`, { method: 'POST', body: ended })
    expect((await sites(third.access_token)).status).toBe(401)
    const log = JSON.stringify(await callsOf(sandbox.url()))
    for (const secret of [third.access_token, third.refresh_token, verifier, '"secret"'])
      expect(log).not.toContain(secret)
  })
})

describe('the search console', () => {
  const access = async (person = 'ann@sandbox.example') =>
    (await exchange(await codeOf({ ...allow, person }))).body.access_token
  const query = (token: string, siteUrl: string, body: object) =>
    call(
      `${sandbox.url()}/search_console/webmasters/v3/sites/${encodeURIComponent(siteUrl)}/searchAnalytics/query`,
      'POST',
      body,
      {
        authorization: `Bearer ${token}`,
      },
    )
  const window = { startDate: '2026-10-20', endDate: '2026-11-18' }
  const own = 'sc-domain:demo.sandbox.example'

  it('lists every level, and leaves the list out where it is empty', async () => {
    const levels = json((await sites(await access())).json()).siteEntry.map(
      (each: { permissionLevel: string }) => each.permissionLevel,
    )
    expect(levels).toEqual(['siteOwner', 'siteFullUser', 'siteRestrictedUser', 'siteUnverifiedUser'])
    expect((await sites(await access('cleo@sandbox.example'))).json()).toEqual({})
  })

  it('has the same at every call, from the results pages of this world; days add up, rare queries do not', async () => {
    const token = await access()
    const bodyOf = async (body: object) => json((await query(token, own, { ...window, ...body })).json())
    const { rows } = await bodyOf({ dimensions: ['query'] })
    expect(await bodyOf({ dimensions: ['query'] })).toMatchObject({ rows })
    expect(rows.map(({ keys }: { keys: string[] }) => keys[0])).toContain('moka pot')
    expect((await bodyOf({ dimensions: ['query'], rowLimit: 2, startRow: 1 })).rows).toEqual(rows.slice(1, 3))
    const sumOf = (of: { clicks: number }[]) => of.reduce((sum, { clicks }) => sum + clicks, 0)
    const [total] = (await bodyOf({})).rows
    expect(total.clicks).toBeGreaterThan(sumOf(rows))
    const byDay = await bodyOf({ dimensions: ['date'] })
    expect([byDay.responseAggregationType, byDay.rows.length]).toEqual(['byProperty', 30])
    expect([byDay.rows[0].keys, sumOf(byDay.rows)]).toEqual([[window.startDate], total.clicks])
    expect((await bodyOf({ dimensions: ['page'] })).responseAggregationType).toBe('byPage')
  })

  it('refuses a property that is not the person’s, and another writing of one that is', async () => {
    for (const siteUrl of ['https://rival-two.example/', 'https://demo.sandbox.example'])
      expect([siteUrl, (await query(await access(), siteUrl, window)).status]).toEqual([siteUrl, 403])
  })

  it('has nothing of days that are not final, and no list then', async () => {
    const body = { startDate: '2026-11-20', endDate: '2026-11-21', dimensions: ['query'] }
    expect(json((await query(await access(), own, body)).json())).not.toHaveProperty('rows')
    expect((await query(await access(), own, { ...window, rowLimit: 25_001 })).status).toBe(400)
  })
})
