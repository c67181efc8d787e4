import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { connectPath, mcpPath } from '@rts/shared/contract/doors'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientId, publishClient } from './support/published-client.ts'
import { type Person, signIn } from './support/signed-in.ts'
import { startTestSystem } from './support/system.ts'

const redirectUri = 'https://client.sandbox.example/callback'

let client: Awaited<ReturnType<typeof publishClient>>
let system: Awaited<ReturnType<typeof startTestSystem>>
let person: Person
let gatewayDatabase: pg.Pool
beforeAll(async () => {
  system = await startTestSystem({ env: { LOG_LEVEL: 'trace' } })
  client = await publishClient(system, { client_name: 'A client', redirect_uris: [redirectUri] })
  gatewayDatabase = new pg.Pool({ connectionString: system.databaseUrl('gateway'), max: 1 })
  person = await signIn(system)
})
afterAll(async () => {
  await gatewayDatabase?.end()
  await system?.remove()
})

const secrets = new Set<string>()
const url = (way: string) => system.connection.appUrl + way
type Form = Record<string, string>

/** Posts a form to an address of OAuth, and notes the tokens of the answer. */
async function post(form: Form, way = 'token', headers: Form = {}): Promise<{ status: number; tokens: Form }> {
  const answer = await fetch(url(`${connectPath}/${way}`), { method: 'POST', headers, body: new URLSearchParams(form) })
  const tokens: Form = Object(await answer.json())
  const { access_token: access = '', refresh_token: refresh = '' } = tokens
  if (access) for (const part of [access.slice(7), refresh.slice(7, 50), refresh.slice(50)]) secrets.add(part)
  return { status: answer.status, tokens }
}

/** A client that a person made by hand, with its secret. */
async function makeClient(): Promise<Form> {
  const params = { accountId: system.connection.accountId }
  const body = { name: 'n8n', redirectUris: [redirectUri], isConfidential: true }
  const made = Object(await person('/api/op/oauthClients.create', { params, body }))
  secrets.add(made.secret)
  return { client_id: made.client.id, client_secret: made.secret }
}

/** Asks for consent as a client does, and gets it. Answers the form that exchanges the code. */
async function consented(by: Form = { client_id: clientId }): Promise<Form> {
  const { request: asked, verifier } = client.newRequest()
  const request = new URLSearchParams([...new URLSearchParams(asked).entries(), ['state', 's']])
  request.set('client_id', by.client_id ?? '')
  await fetch(url(`${connectPath}/authorize?${request}`), { redirect: 'manual' })
  await person('/api/op/consents.check', { query: { request: `${request}` } })
  const { returnUrl } = await person('/api/op/consents.accept', { body: { request: `${request}`, projectId: null } })
  const code = new URL(String(returnUrl)).searchParams.get('code') ?? ''
  for (const secret of [verifier, code]) secrets.add(secret)
  return {
    grant_type: 'authorization_code',
    ...by,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  }
}

const refreshOf = ({ refresh_token = '' }: Form, by: Form = { client_id: clientId }): Form => ({
  grant_type: 'refresh_token',
  refresh_token,
  ...by,
})

const basicOf = ({ client_id, client_secret }: Form) => ({
  authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
})

/** Calls the agents' tools, with a token where programs put it by mistake too. */
async function ask(token: string, way: string = connectPath, authorization = `Bearer ${token}`): Promise<number> {
  const headers = {
    authorization,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  return (await fetch(url(way), { method: 'POST', headers, body })).status
}

/** Lets every write to a table fail meanwhile: unforeseen errors carry everything they know. */
async function broken(table: string, write: () => Promise<{ status: number }>): Promise<number> {
  await gatewayDatabase.query(`ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (false) NOT VALID`)
  const { status } = await write()
  await gatewayDatabase.query(`ALTER TABLE ${table} DROP CONSTRAINT broken`)
  return status
}

function logs(): string {
  const folder = path.join(system.folder, 'logs')
  return readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
}

it('no code, verifier, secret of a client, access or refresh token, nor a half of one, is in a log of any service, whatever clients do', async () => {
  const wrong = await consented()
  const good = await consented()
  const { tokens: first } = await post(good)
  const { tokens: next } = await post(refreshOf(first))
  const { tokens: again } = await post(refreshOf(first))
  // Another client: the first one's access would be replaced.
  const made = await makeClient()
  const { tokens: other } = await post(await consented(made))
  const failing = await consented()
  const access = other.access_token ?? ''
  const statuses = [
    (await post({ ...wrong, code_verifier: good.code_verifier ?? '' })).status,
    (await post(wrong)).status,
    (await post({ ...wrong, redirect_uri: `${redirectUri}?code=${good.code}` })).status,
    (await fetch(url(`${connectPath}/token?${new URLSearchParams(wrong)}`))).status,
    (await post(good, 'token', { 'content-type': 'application/json' })).status,
    (await post(refreshOf(again, { client_id: 'https://other.example/client.json' }))).status,
    await ask(again.access_token ?? ''),
    await ask(first.access_token ?? ''),
    await ask(access, mcpPath),
    await ask(access, `${connectPath}?access_token=${access}`, ''),
    await ask(access, connectPath, `Basic ${access}`),
    await ask(access, connectPath, `Bearer ${access}x`),
    await broken('key_grant', () => post(failing)),
    await broken('grant_code', () => post(failing)),
    await broken('key_grant', () => post(refreshOf(other, made))),
    await broken('grant_use', () => post(refreshOf(other, made))),
    (await post(refreshOf(next))).status,
    (await post(refreshOf(again))).status,
    (await post({ token: other.refresh_token ?? '', ...made }, 'revoke')).status,
    (await post({ token: access, ...made }, 'revoke')).status,
    (await post({ token: access, ...made, client_secret: `${made.client_secret}x` }, 'revoke')).status,
    (await post({ token: access, client_secret: '' }, 'revoke', basicOf(made))).status,
    (await post({ token: access }, 'revoke', { authorization: `Basic ${made.client_secret}` })).status,
    await broken('oauth_client', () =>
      makeClient().then(
        () => ({ status: 200 }),
        () => ({ status: 500 }),
      ),
    ),
  ]
  expect(statuses).toEqual([
    400, 400, 400, 405, 400, 400, 200, 401, 200, 401, 401, 401, 500, 500, 500, 500, 200, 200, 200, 200, 401, 200, 401,
    500,
  ])

  // The output of a process arrives a moment later.
  const failures = () =>
    logs()
      .split('\n')
      .filter((line) => line.includes('OAuth request failed'))
  await until('the failed requests in the logs', () => failures().length >= 4)
  // Four codes with their verifiers, four access tokens, as many refresh tokens of two grants, and a client's secret.
  expect([failures().length, secrets.size]).toEqual([4, 8 + 4 + 4 + 2 + 1])
  expect([...secrets].every((secret) => secret.length >= 43)).toBe(true)
  const lines = logs().split('\n')
  expect([...secrets].flatMap((secret) => lines.filter((line) => line.includes(secret)))).toEqual([])
}, 60_000)
