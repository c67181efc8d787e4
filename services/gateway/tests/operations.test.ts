import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, startBadly, startGatewayProcess } from './support/gateway-process.ts'
import { exchangeRaw } from './support/raw-client.ts'
import { answer, problem } from './support/simulated-service.ts'
import { call, type Key, requestText, startWorld, type World } from './support.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'gateway-operations-'))
const logFile = path.join(folder, 'gateway.log')
let world: World
let gateway: GatewayProcess
let key: Key

beforeAll(async () => {
  world = await startWorld()
  gateway = await startGatewayProcess(
    { DATABASE_URL: world.database.url, PROJECTS_URL: world.projects.url, DATA_DIR: folder },
    logFile,
  )
  key = await world.newKey()
})
afterAll(async () => {
  await gateway.stop()
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

const admin = async (name: string) => {
  const reply = await fetch(`http://127.0.0.1:${gateway.adminPort}${name}`)
  return { status: reply.status, text: await reply.text() }
}

describe('the admin port', () => {
  it('answers for the process, and for all that it needs', async () => {
    expect(await admin('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    const ready = await admin('/readyz')
    expect(ready.status).toBe(200)
    expect(JSON.parse(ready.text)).toMatchObject({
      status: 'ready',
      draining: false,
      parts: [
        { name: 'database', required: true, ok: true },
        { name: 'nats', required: false, ok: true },
      ],
    })
  })

  it('counts answers by operation and status, admissions, batches and breakers; its labels name no account and no key', async () => {
    await call(gateway, { key: key.secret })
    await call(gateway, { key: key.secret, path: '/nowhere' })
    await call(gateway, { key: 'garbage' })
    const { text } = await admin('/metrics')
    expect(text).toMatch(/^gateway_requests_total\{operation="sites\.list",status="200",service="gateway"\} 1$/m)
    expect(text).toMatch(/^gateway_requests_total\{operation="none",status="404",service="gateway"\} 1$/m)
    expect(text).toMatch(/^gateway_requests_total\{operation="none",status="401",service="gateway"\} 1$/m)
    expect(text).toMatch(/^gateway_admission_batch_count\S* 2$/m)
    expect(text).toMatch(/^gateway_breaker_open\{upstream="projects",service="gateway"\} 0$/m)
    for (const secret of [key.id, key.accountId, key.secret]) expect(text).not.toContain(secret)
  })

  it('is the only place of both: the public port has neither', async () => {
    for (const target of ['/metrics', '/readyz', '/healthz', '/http/v1/metrics']) {
      const text = requestText({ key: key.secret }).toString().replace('/http/v1/projects', target)
      expect((await exchangeRaw(gateway.port, text)).status).toBe(404)
    }
  })
})

describe('secrets', () => {
  it('a key that is sent in any place is in no log line, metric or answer', async () => {
    const canary = await world.newKey()
    const { secret } = canary
    const texts: string[] = []
    const say = async (more: Parameters<typeof call>[1]) => texts.push((await call(gateway, more)).text)
    await say({ key: secret })
    await say({ path: `/projects?key=${secret}` })
    await say({ key: secret, path: `/projects?api_key=${secret}` })
    await say({ key: secret, path: `/projects/${secret}` })
    await say({ key: secret, path: `/nowhere/${secret}` })
    await say({ headers: [`Cookie: key=${secret}`] })
    await say({ headers: [`X-Api-Key: ${secret}`] })
    await say({ headers: [`Authorization: ${secret}`] })
    await say({ key: secret, method: 'POST', body: `{"key":"${secret}"` })
    await say({ headers: [`Authorization: Bearer ${secret}`, `Authorization: Bearer ${secret}`] })
    await say({ headers: [`X: ${secret}${'x'.repeat(20_000)}`] })
    for (const broken of [
      problem(500, 'internal'),
      answer(200, `<p>${secret}</p>`),
      'garbage\r\n\r\n',
      answer(503, `{"secret":"${secret}"}`),
    ]) {
      world.projects.answerWith((_request, socket) => void socket.end(broken))
      await say({ key: secret })
    }
    await world.revoke(canary.id)
    await say({ key: secret })
    texts.push((await admin('/metrics')).text, readFileSync(logFile, 'utf8'))
    expect(texts.at(-1)).toContain('ready')
    for (const text of texts) expect(text).not.toContain(secret.slice(0, 20))
  })

  it('are kept as hashes: no table of the database holds a key', async () => {
    const { rows } = await world.database.pool.query(
      `SELECT row_to_json(k)::text AS text FROM api_key k UNION ALL SELECT row_to_json(a)::text FROM audit_entry a`,
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { text } of rows) expect(text).not.toContain(key.secret.slice(0, 20))
  })

  it('are no part of a configuration error: it names bad and missing variables and not their values', async () => {
    const absent = { SEAL_KEYS: '', NETWORK_KEY: '' }
    const bad = { DATABASE_URL: world.database.url, CALLER_KEY: 'k1:short-secret', PORT: 'hunter2', ...absent }
    const log = path.join(folder, 'bad.log')
    await expect(startBadly(bad, log)).resolves.toMatchObject({ code: 1 })
    await until('its last words', () => /CALLER_KEY: /.test(readFileSync(log, 'utf8')))
    const text = readFileSync(log, 'utf8')
    expect(text).toMatch(/SEAL_KEYS: [\s\S]*NETWORK_KEY: /)
    expect(text).not.toMatch(/short-secret|hunter2/)
  })
})
