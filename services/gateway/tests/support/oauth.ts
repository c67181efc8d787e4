import { createHash, randomBytes } from 'node:crypto'
import { startBroker } from '@rts/local/broker/broker'
import { connectPath } from '@rts/shared/contract/doors'
import { expect } from 'vitest'
import type { Consent } from '../../src/grants/grants.sql.ts'
import { createCode } from '../../src/grants/grants.ts'
import { type Gateway, type Key, startWorld } from '../support.ts'
import { serveSeats } from './seats.ts'

export const origin = 'https://ranks.example'
export const resource = origin + connectPath
export const clientId = 'https://client.example/oauth/client.json'
export const redirectUri = 'https://client.example/callback'
export const tokenPath = `${connectPath}/token`
export const revokePath = `${connectPath}/revoke`
export const authorizePath = `${connectPath}/authorize`
export const registerPath = `${connectPath}/register`

export type Reply = { status: number; headers: Headers; json: Record<string, string> }
export const refusal = (error: string, status = 400) => ({
  status,
  json: { error, error_description: expect.any(String) },
})
export const codesOf = (replies: Reply[]) => replies.map(({ status }) => status).sort()
export const many = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)))

let hosts = 0
/** An address that no test has called from. */
export const freshAddress = () => `198.18.${++hosts >> 8}.${hosts & 255}`

async function reply(answer: Promise<Response>): Promise<Reply> {
  const res = await answer
  const text = await res.text()
  return { status: res.status, headers: res.headers, json: text === '' ? {} : JSON.parse(text) }
}

/** A gateway with the addresses of OAuth, a client of it, and an account whose people consent. */
export async function startOAuth() {
  // On the shared broker, gateways of other tests would answer.
  const broker = await startBroker({ production: false })
  const more = { NATS_URL: broker.url }
  const world = await startWorld({ env: more })
  const { url } = world.projects
  const env = { ...more, MCP_URL: url, DASHBOARD_URL: url, PUBLIC_URL: origin, TRUSTED_PROXY_HOPS: '1' }
  const startReplica = () => world.start({ env: env })
  const gateway = await startReplica()
  const seats = serveSeats(gateway.parts.nats)
  let key: Key = await world.newKey()
  const at = (path = '', to: Gateway = gateway) => `http://127.0.0.1:${to.port}${path}`
  const rows = async (text: string, ...values: unknown[]) => (await world.database.pool.query(text, values)).rows

  /** Posts a form. */
  const post = (
    form: Record<string, string> | string,
    { path = tokenPath, from = freshAddress(), to = gateway, headers: more = {} } = {},
  ) => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/x-www-form-urlencoded', ...more }
    return reply(fetch(at(path, to), { method: 'POST', headers, body: new URLSearchParams(form).toString() }))
  }
  /** Registers a client with this metadata, as it is. */
  const register = (metadata: unknown, { from = freshAddress(), to = gateway } = {}) => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' }
    const body = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
    return reply(fetch(at(registerPath, to), { method: 'POST', headers, body }))
  }
  /** A code as a person's consent gives it, and the form that exchanges it. */
  const consented = async (more: Partial<Consent> = {}) => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const nobody = { personId: null, actor: 'person:p1', rightsSince: null }
    const client = { clientId, clientName: 'A client', clientHost: null, redirectUri, challenge, ...nobody }
    const code = await createCode(world.database.pool, { accountId: key.accountId, siteId: null, ...client, ...more })
    const form = { client_id: more.clientId ?? clientId, redirect_uri: redirectUri, code_verifier: verifier, resource }
    return { code, form: { grant_type: 'authorization_code', code, ...form } }
  }

  const stop = async () => {
    await world.stop()
    await broker.close()
  }
  return {
    world: { ...world, stop },
    gateway,
    seats,
    at,
    rows,
    post,
    register,
    reply,
    consented,
    startReplica,
    /** The account that consents, with a server key. */
    key: () => key,
    /** Another account consents from now on. */
    async changeAccount() {
      key = await world.newKey()
    },
    /** Calls the agents' tools. */
    ask(token?: string, path = connectPath, to = gateway): Promise<Reply> {
      const headers = {
        'x-forwarded-for': freshAddress(),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} })
      return reply(fetch(at(path, to), { method: 'POST', headers, body }))
    },
    get: (path: string, to = gateway) => reply(fetch(at(path, to), { headers: { 'x-forwarded-for': freshAddress() } })),
    async connected(more: Partial<Consent> = {}) {
      const { code, form } = await consented(more)
      const { status, json } = await post(form)
      expect(status).toBe(200)
      return { code, form, access: String(json.access_token), refresh: String(json.refresh_token) }
    },
    refreshWith: (token: string, more: Record<string, string> = {}, to = gateway) =>
      post({ grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more }, { to }),
    lasting: () =>
      rows(
        `SELECT id, revoked_at AS "revokedAt" FROM api_key WHERE account_id = $1 AND kind = 'lasting'`,
        key.accountId,
      ),
  }
}
export type OAuth = Awaited<ReturnType<typeof startOAuth>>
