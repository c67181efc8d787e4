import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, ensureDatabase, startPostgres } from './postgres.ts'

// A folder that no other user may enter, like many home folders.
const home = mkdtempSync(path.join(tmpdir(), 'postgres-test-'))
const dataDir = path.join(home, 'project', 'postgres')
afterAll(() => rmSync(home, { recursive: true, force: true }))

const running: EmbeddedPostgres[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})
async function start(): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, fsync: true })
  running.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** Starts Postgres on the same folder in a runner, and kills the runner; answers the process id of Postgres. */
async function killedRunner(): Promise<number> {
  const module = path.join(import.meta.dirname, 'postgres.ts')
  const script = `const { startPostgres } = await import(${JSON.stringify(module)})
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, fsync: true })
    console.log(server.pid)
    setInterval(() => undefined, 1000)`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [pid] = await once(runner.stdout.setEncoding('utf8'), 'data')
  runner.kill('SIGKILL')
  await once(runner, 'exit')
  return Number(pid)
}

describe('startPostgres', () => {
  it('keeps its data over a restart in a folder closed to others, and its password to its owner', async () => {
    const first = await start()
    const url = await ensureDatabase(first.url('postgres'), 'kept-data')
    await query(url, 'CREATE TABLE note AS SELECT 7 AS id')
    await running.pop()?.stop()
    const second = await start()
    expect(await query(second.url('kept-data'), 'SELECT id FROM note')).toEqual([7])
    expect(statSync(path.join(dataDir, 'password')).mode & 0o077).toBe(0)
    expect(statSync(path.join(dataDir, 'cluster')).mode & 0o077).toBe(0)
  })

  it('refuses a connection without the password, and listens on loopback alone', async () => {
    const server = await start()
    const wrong = new URL(server.url('postgres'))
    wrong.password = 'guess'
    await expect(query(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
    expect(await query(server.url('postgres'), 'SHOW listen_addresses')).toEqual(['127.0.0.1'])
    expect(await query(server.url('postgres'), 'SHOW unix_socket_directories')).toEqual([''])
  })

  it('creates a database once, however many ask for it at the same time', async () => {
    const server = await start()
    const urls = await Promise.all([1, 2, 3].map(() => ensureDatabase(server.url('postgres'), 'asked "often"')))
    expect(await query(urls[0] ?? '', 'SELECT current_database()')).toEqual(['asked "often"'])
  })

  it('stops the server that a killed runner left behind, and starts again with its data', async () => {
    const orphan = await killedRunner()
    const server = await start()
    expect(server.pid).not.toBe(orphan)
    await expect.poll(() => isRunning(orphan)).toBe(false)
    expect(await query(server.url('kept-data'), 'SELECT id FROM note')).toEqual([7])
  })

  it('waits until the children of a killed server have ended', async () => {
    const { pid, exited } = await start()
    running.pop()
    const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').map(Number)
    if (!child) throw new Error('The server has no children')
    process.kill(child, 'SIGSTOP')
    process.kill(pid, 'SIGKILL')
    await exited
    const again = start()
    const log = path.join(home, 'project', 'postgres', 'postgres.log')
    await expect.poll(() => readFileSync(log, 'utf8').match(/shared memory block/g)?.length).toBeGreaterThan(5)
    process.kill(child, 'SIGKILL')
    expect(await query((await again).url('postgres'), 'SELECT 1')).toEqual([1])
  })

  it('gives up after three tries, whatever an earlier start has logged', async () => {
    const log = path.join(dataDir, 'postgres.log')
    expect(readFileSync(log, 'utf8')).toContain('shared memory block')
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const port = Object(taken.address()).port
    await expect(startPostgres({ dataDir, fsync: true, port })).rejects.toThrow('Postgres did not start')
    expect(readFileSync(log, 'utf8').match(/Address already in use/g)).toHaveLength(3)
    taken.close()
  })

  it('is not fooled by the process id of another program in a stale pid file', async () => {
    const pidFile = path.join(dataDir, 'cluster', 'postmaster.pid')
    writeFileSync(pidFile, `${process.pid}\n${dataDir}\n`)
    const server = await start()
    expect(await query(server.url('postgres'), 'SELECT 1')).toEqual([1])
  })

  it('refuses a folder whose server and runner are alive', async () => {
    const server = await start()
    await expect(startPostgres({ dataDir, fsync: true })).rejects.toThrow(`in use by process ${process.pid}`)
    expect(await query(server.url('postgres'), 'SELECT 1')).toEqual([1])
  })

  it('makes the cluster anew when the first attempt was cut short', async () => {
    const fresh = path.join(home, 'fresh')
    mkdirSync(path.join(fresh, 'cluster.new', 'base'), { recursive: true })
    const server = await startPostgres({ dataDir: fresh, fsync: false })
    running.push(server)
    expect(await query(server.url('postgres'), 'SHOW max_connections')).toEqual(['900'])
  })
})

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
