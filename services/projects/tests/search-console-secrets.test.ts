import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { type RunningSandbox, startSandbox } from '@rts/sandbox/start'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { OperationName, Operations } from '@rts/shared/contract/table'
import { natsOptions } from '@rts/shared/service/broker'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { signerOfAll, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { connect, type NatsConnection } from 'nats'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from './support/backend.ts'
import { backOf, demo, domainProperty, visitGoogle } from './support/google.ts'
import { callerOf } from './support/world.ts'

let backend: Backend
let sandbox: RunningSandbox
let nats: NatsConnection
let child: ChildProcess
let written = ''
beforeAll(async () => {
  backend = await startBackend()
  sandbox = await startSandbox({ clock: () => new Date() })
  nats = await connect(natsOptions(backend.natsUrl, 'test'))
  child = fork(path.resolve(import.meta.dirname, '..', 'src', 'main.ts'), {
    env: {
      DATABASE_URL: backend.databaseUrl,
      NATS_URL: backend.natsUrl,
      ...testKeys('projects'),
      ...testSecrets,
      LOG_LEVEL: 'trace',
      GOOGLE_CLIENT_ID: 'simulated-client',
      GOOGLE_CLIENT_SECRET: 'simulated-client-secret',
      GOOGLE_TIMEOUT_MS: '1000',
      GOOGLE_AUTHORIZE_URL: `${sandbox.url}/google_consent/auth`,
      GOOGLE_TOKEN_URL: `${sandbox.url}/google_oauth/token`,
      GOOGLE_REVOKE_URL: `${sandbox.url}/google_oauth/revoke`,
      SEARCH_CONSOLE_BASE_URL: `${sandbox.url}/search_console/webmasters/v3`,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part) => {
      written += String(part)
    })
  await once(child, 'message')
})
afterAll(async () => {
  child.kill('SIGKILL')
  await nats.close()
  await sandbox.close()
  await backend.stop()
})

const modes = ['http500', 'quota', 'garbage', 'empty', 'denied'] as const

it('no token, code, state or secret is in a log, a fact, an answer, an error or, unsealed, in a table', async () => {
  const rpc = createRpcClient({ nats, sign: signerOfAll() })
  const caller = callerOf({
    kind: 'person',
    personId: randomUUID(),
    sessionId: randomUUID(),
    role: 'owner',
    keyId: null,
  })
  const answers: unknown[] = []
  const ask = <N extends OperationName>(name: N, input: OperationInput<Operations[N]>): Promise<unknown> =>
    rpc(name, input, caller).then(
      (answer) => void answers.push(answer),
      (error) => void answers.push(error, { ...error }, String(error.message)),
    )
  const control = (method: string, name: string, body: object) =>
    fetch(`${sandbox.url}/control/${name}`, { method, body: JSON.stringify(body) })
  const states: string[] = []
  const goThere = async () => {
    const { authorizeUrl } = await rpc('searchConsole.begin', { body: {} }, caller)
    const back = await visitGoogle(authorizeUrl)
    states.push(back.get('state')?.split('.')[1] ?? '', back.get('code') ?? '')
    return { body: backOf(back) }
  }
  const { project } = await rpc('sites.create', { body: demo }, caller)
  const params = { id: project.id }
  for (const mode of modes) {
    const input = await goThere()
    await control('POST', 'fail', { provider: 'google_oauth', mode, times: 1 })
    await ask('searchConsole.finish', input)
    await ask('searchConsole.finish', input)
  }
  await control('POST', 'reset', {})
  await ask('searchConsole.finish', await goThere())
  await ask('searchConsole.connect', { params, body: { siteUrl: domainProperty } })
  await ask('searchConsole.connect', { params, body: { siteUrl: 'https://evil.example/' } })
  await ask('searchConsoleQueries.list', { params, query: {} })
  // The one that makes us rest comes last.
  for (const mode of modes.toSorted((one) => (one === 'quota' ? 1 : -1))) {
    await control('POST', 'fail', { provider: 'search_console', mode, times: 1 })
    await ask('searchConsoleProperties.list', { params })
  }
  await ask('searchConsole.finish', await goThere())
  await ask('searchConsole.get', {})
  const db = new pg.Client({ connectionString: backend.databaseUrl })
  await db.connect()
  const tablesBefore = await allRows(db)
  await control('PUT', 'google', { withdraw: 'ann@sandbox.example', aheadSeconds: 4_000 })
  await ask('searchConsoleProperties.list', { params })
  await ask('searchConsole.finish', await goThere())
  await ask('searchConsole.disconnect', {})
  await expect.poll(async () => (await db.query('SELECT 1 FROM google_farewell')).rowCount).toBe(0)
  const tables = tablesBefore + (await allRows(db))
  await db.end()

  const secrets = [
    /1\/\/0played/,
    /ya29\.played/,
    /4\/0played/,
    /simulated-client-secret/,
    ...states.map((each) => new RegExp(escaped(each))),
  ]
  const places = { written, tables, answers: JSON.stringify(answers) }
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets)
      expect([place, String(secret), secret.test(text)]).toEqual([place, String(secret), false])
  // The search covers what it should: the sealed token, the log of the calls, the fact of the end.
  expect(tables).toMatch(/google_grant.*k\w*|test\.[\w-]{16}\./s)
  expect(tables).toContain('searchConsole.broken')
  expect(written).toContain('google_oauth')
  expect(places.answers).toContain('connected')
})

/** All rows of all tables, as text. */
async function allRows(db: pg.Client): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  let text = ''
  for (const { name } of tables.rows) {
    const rows = await db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)
    text += `${name}\n${rows.rows.map(({ row }) => row).join('\n')}\n`
  }
  return text
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
