import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { openDataFolder } from '@rts/local/system/data-folder'
import { type Ports, programsOf } from '@rts/local/system/programs'
import { createTestDatabase } from '@rts/local/testing/database'
import { startForwarder } from '@rts/local/testing/forwarder'
import { until } from '@rts/local/testing/until'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { root } from './support/compose.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a service as in a container, at a database that may be away. */
async function start(service: string, databaseUrl: string) {
  const pairs = ['sandbox', ...builtServices].map(async (name) => {
    return [name, { port: await freePort(), adminPort: await freePort() }] as const
  })
  // safe because these are the names of all programs
  const ports = Object.fromEntries(await Promise.all(pairs)) as Ports
  const data = openDataFolder(folder)
  const around = { data, ports, databaseUrls: { [service]: databaseUrl }, natsUrl: inject('natsUrl') }
  const programs = programsOf({ ...around, secrets: data.secrets(), env: { SANDBOX: 'off' } })
  const program = programs.find(({ name }) => name === service)
  if (!program) throw new Error(`${service} is no program`)
  const [readyUrl = ''] = program.readyUrls
  const env = { ...program.env, LOG_LEVEL: 'silent', DRAIN_MS: '0' }
  const child = fork(path.join(root, program.entry), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  const status = (url: string) =>
    fetch(url).then(
      (answer) => answer.status,
      () => undefined,
    )
  return {
    child,
    ready: () => status(readyUrl),
    alive: () => status(readyUrl.replace('readyz', 'healthz')),
  }
}

describe.each(databaseServices)('%s, started while its database is away,', (service) => {
  it('is alive and not ready, and ready once the database is there', async () => {
    const database = await createTestDatabase(inject('postgresUrl'), service)
    const url = new URL(database.url)
    const way = await startForwarder(Number(url.port))
    way.leadTo(undefined)
    const databasePort = Number(url.port)
    url.port = String(way.port)
    const { child, alive, ready } = await start(service, url.href)
    await until('the service to live', async () => child.exitCode !== null || (await alive()) === 200)
    await until('its second look for the database', async () => child.exitCode !== null || (await ready()) === 503)
    expect([child.exitCode, await ready()]).toEqual([null, 503])
    way.leadTo(databasePort)
    await until('the service to be ready', async () => (await ready()) === 200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await way.close()
    await database.drop()
  })

  it('ends at once on SIGTERM', async () => {
    const { child, alive } = await start(service, 'postgresql://nobody@127.0.0.1:9/none')
    await until('the service to live', async () => child.exitCode !== null || (await alive()) === 200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})
