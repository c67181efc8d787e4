import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { connectionSchema } from '@rts/local/system/data-folder'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Rest, restClient } from './support/system.ts'

const root = path.resolve(import.meta.dirname, '..')
// They end what hangs: a slow machine with other work needs a minute for a start.
const startDeadlineMs = 180_000
const goneDeadlineMs = 60_000
const folders: string[] = []
const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-start-'))
  folders.push(folder)
  return folder
}

/** `npm start` as a user types it; resolves once it says that it is ready. */
async function npmStart(folder: string, port: number, more: NodeJS.ProcessEnv = {}) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...more, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}; it said: ${output}`)
    return output.includes('Ready.')
  }
  await until(() => `npm start to be ready; it said: ${output}`, isReady, startDeadlineMs)
  return { child, output: () => output }
}

type Found = { pid: number; command: string }

/** Every living process that was started for this folder: its command line or environment names it. */
function processesOf(folder: string): Found[] {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
  return pids.flatMap((pid) => {
    const [command, environment] = [procFile(pid, 'cmdline'), procFile(pid, 'environ')]
    return command && (command + environment).includes(folder) ? [{ pid, command }] : []
  })
}

/** Empty when the process has ended, or is a zombie. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

async function domainsOf(rest: Rest): Promise<unknown[]> {
  const { projects } = (await rest('GET', '/projects')).body
  return [projects].flat().map((site) => Object(site).domain)
}

/** Who is signed in, after signing in as a browser does. */
async function signedInAt(appUrl: string, email: string, password: string): Promise<unknown> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(appUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: appUrl, cookie },
      body: JSON.stringify(body),
    })
  const [line = ''] = (await post('/auth/sign-in', { email, password })).headers.getSetCookie()
  return (await post('/api/session', {}, line.split(';')[0])).json()
}

async function stopped(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const connectionOf = (folder: string) =>
  connectionSchema.parse(JSON.parse(readFileSync(path.join(folder, 'connection.json'), 'utf8')))

it('npm start serves the first calls, keeps its data, and leaves no process when npm alone is signalled', async () => {
  const folder = newFolder()
  const port = await freePort()
  const first = await npmStart(folder, port)
  const file = path.join(folder, 'connection.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const connection = connectionOf(folder)
  expect(processesOf(folder).length).toBeGreaterThan(4)
  const { email = '', password = '' } = connection.demoPerson ?? {}
  for (const secret of [connection.apiKey, email, password]) expect(first.output()).toContain(secret)
  const session = await signedInAt(connection.appUrl, email, password)
  expect(session).toMatchObject({ person: { email }, accounts: [{ accountId: connection.accountId, role: 'owner' }] })
  const rest = restClient(connection.baseUrl, connection.apiKey)
  const site = await rest('POST', '/projects', { name: 'Peets', domain: 'peets.com' })
  expect(site).toMatchObject({ status: 200, body: { allowance: { limit: 400 } } })
  await stopped(first.child)
  await until('every process to end', () => processesOf(folder).length === 0, goneDeadlineMs)

  const second = await npmStart(folder, port)
  for (const secret of [connection.apiKey, password]) expect(second.output()).not.toContain(secret)
  expect(connectionOf(folder).demoPerson).toEqual({ email, password })
  expect(await domainsOf(rest)).toContain('peets.com')
  await stopped(second.child)
  await until('every process to end', () => processesOf(folder).length === 0, goneDeadlineMs)
}, 600_000)

describe('two systems side by side, one with a process for each service; the runner of the other killed while it makes the demo', () => {
  const [one, two] = [newFolder(), newFolder()]
  const port = freePort()
  let whole: Awaited<ReturnType<typeof npmStart>>
  const isService = ({ command }: Found) => /\/src\/(main|together\/process)\.ts/.test(command)
  const restOf = (folder: string) => restClient(connectionOf(folder).baseUrl, connectionOf(folder).apiKey)

  beforeAll(async () => {
    ;[whole] = await Promise.all([npmStart(one, await freePort(), { PROCESSES: 'each' }), npmStart(two, await port)])
    process.kill(connectionOf(two).pid, 'SIGKILL')
  }, 600_000)

  it('a killed runner takes its services along, and no others', async () => {
    await until('the services of a killed runner to end', () => !processesOf(two).some(isService), goneDeadlineMs)
    expect(processesOf(one).some(isService)).toBe(true)
  })

  it('a service that dies is started again', async () => {
    const rest = restOf(one)
    expect((await rest('GET', '/projects')).status).toBe(200)
    const service = processesOf(one).find(({ command }) => command.includes('services/projects/src/main.ts'))
    if (!service) throw new Error('the projects service is not running')
    process.kill(service.pid, 'SIGKILL')
    await until(
      'projects to be back',
      async () => whole.output().includes('projects ended') && (await rest('GET', '/projects')).status === 200,
      startDeadlineMs,
    )
    await stopped(whole.child)
    await until('every process to end', () => processesOf(one).length === 0, goneDeadlineMs)
  }, 600_000)

  it('the next start makes up for the killed one: the demo site is there once, and whole', async () => {
    const second = await npmStart(two, await port)
    const site = await until('the demo site', () => connectionOf(two).demoProjectId, startDeadlineMs)
    const rest = restOf(two)
    await until('projects to answer', async () => (await rest('GET', '/projects')).status === 200, startDeadlineMs)
    expect(await domainsOf(rest)).toEqual(['demo.sandbox.example'])
    expect((await rest('GET', `/projects/${site}/keywords`)).body.total).toBe(30)
    const services = processesOf(two).filter(isService)
    expect(services).toHaveLength(1)
    process.kill(services[0]?.pid ?? 0, 'SIGKILL')
    await until(
      'the services to be back',
      async () => second.output().includes('services ended') && (await domainsOf(rest).catch(() => [])).length === 1,
      startDeadlineMs,
    )
    await stopped(second.child)
    await until('every process to end', () => processesOf(two).length === 0, goneDeadlineMs)
  }, 600_000)
})
