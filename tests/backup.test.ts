import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@rts/local/postgres'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseStatements, newEnv, root, runStatements } from './support/compose.ts'

const version = spawnSync('sh', ['-c', 'pg_dump --version'], { encoding: 'utf8' }).stdout
const hasPrograms = /\b18\./.test(version)
if (!hasPrograms) process.stderr.write('no pg_dump 18 on the PATH: deploy/backup.sh is not run\n')

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-backup-'))
const at = (name: string) => path.join(folder, name)
const env = newEnv()
const servers: EmbeddedPostgres[] = []

/** A Postgres as on a new machine: roles, and databases with one row of the machine's name. */
async function newMachine(name: string): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir: at(name), fsync: false })
  servers.push(server)
  await runStatements(server.url('postgres'), databaseStatements(folder, env))
  return server
}

async function query(server: EmbeddedPostgres, sql: string, database = 'gateway') {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs a script with a compose that runs the programs of this machine on a server, and notes what else it is asked for. */
function run(script: string, server: EmbeddedPostgres, args: string[], more: Record<string, string> = {}) {
  const url = new URL(server.url('postgres'))
  rmSync(at('asked'), { force: true })
  const given = {
    PATH: process.env.PATH,
    COMPOSE: at('compose'),
    ENV_FILE: at('.env'),
    CONFIG: at('config'),
    PGHOST: '127.0.0.1',
    PGPORT: url.port,
    PGPASSWORD: decodeURIComponent(url.password),
    ...more,
  }
  const ran = spawnSync('sh', [`deploy/${script}`, ...args], { cwd: root, env: given, encoding: 'utf8' })
  return { ...ran, asked: existsSync(at('asked')) ? readFileSync(at('asked'), 'utf8').trim().split('\n') : [] }
}
const taken = () => readdirSync(at('backups')).sort()

describe.skipIf(!hasPrograms)('deploy/backup.sh and deploy/restore-dumps.sh', () => {
  let server: EmbeddedPostgres
  beforeAll(async () => {
    const compose = '#!/bin/sh\ncase "$1" in exec) shift 3; exec "$@" ;; esac\necho "$*" >> "$(dirname "$0")/asked"\n'
    writeFileSync(at('compose'), compose, { mode: 0o755 })
    server = await newMachine('first')
    await query(server, 'CREATE TABLE last_backup (ended_at timestamptz); CREATE TABLE site (name text)')
  })
  afterAll(async () => {
    for (const one of servers) await one.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    rmSync(at('backups'), { recursive: true, force: true })
    mkdirSync(at('config'), { recursive: true })
    writeFileSync(at('config/plans.json'), '{}')
    writeFileSync(
      at('.env'),
      Object.entries(env)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    await query(server, "TRUNCATE site, last_backup; INSERT INTO site VALUES ('before')")
  })
  const backup = (more: Record<string, string> = {}) => run('backup.sh', server, [at('backups')], more)

  it('keeps databases, .env and config in one folder for its owner alone, and notes when', async () => {
    const { status, stderr } = backup()
    expect([status, stderr]).toEqual([0, ''])
    const [name = ''] = taken()
    expect(readdirSync(at(`backups/${name}`)).sort()).toEqual(
      expect.arrayContaining(['SHA256SUMS', 'config', 'env', 'gateway.dump', 'projects.dump']),
    )
    expect(readFileSync(at(`backups/${name}/env`), 'utf8')).toBe(readFileSync(at('.env'), 'utf8'))
    expect(statSync(at(`backups/${name}`)).mode & 0o777).toBe(0o700)
    expect(await query(server, 'SELECT 1 FROM last_backup')).toHaveLength(1)
    expect(await query(server, "SELECT datname FROM pg_database WHERE datname LIKE '%check'")).toEqual([])
  })

  it('brings data, .env and config to a new machine', async () => {
    backup()
    const [name = ''] = taken()
    rmSync(at('.env'))
    rmSync(at('config'), { recursive: true })
    const other = await newMachine('second')
    const restored = run('restore-dumps.sh', other, [at(`backups/${name}`), 'confirm'])
    expect([restored.status, restored.stderr]).toEqual([0, ''])
    expect(restored.asked[0]).toMatch(/^stop lb gateway/)
    expect([restored.asked[1], restored.asked.at(-1)]).toEqual(['up -d --no-deps postgres', 'up -d'])
    expect(await query(other, 'SELECT name FROM site')).toEqual([{ name: 'before' }])
    expect(
      await query(other, "SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = 'gateway'"),
    ).toEqual([{ owner: 'gateway' }])
    expect([
      readFileSync(at('.env'), 'utf8').includes(`SEAL_KEYS=${env.SEAL_KEYS}`),
      existsSync(at('config/plans.json')),
    ]).toEqual([true, true])
  })

  it('undoes what changed since on the same machine, and only with the word', async () => {
    backup()
    const [name = ''] = taken()
    await query(server, "UPDATE site SET name = 'after'")
    const restore = (...more: string[]) => run('restore-dumps.sh', server, [at(`backups/${name}`), ...more])
    expect(restore()).toMatchObject({ status: 2, asked: [], stderr: expect.stringContaining('Nothing was done') })
    expect(await query(server, 'SELECT name FROM site')).toEqual([{ name: 'after' }])
    expect(restore('confirm')).toMatchObject({ status: 0 })
    expect(await query(server, 'SELECT name FROM site')).toEqual([{ name: 'before' }])
  })

  it('refuses a changed file, and an .env whose keys do not open the data, before it touches anything', async () => {
    backup()
    const [name = ''] = taken()
    const restore = () => run('restore-dumps.sh', server, [at(`backups/${name}`), 'confirm'])
    writeFileSync(at('.env'), `${readFileSync(at('.env'), 'utf8')}SEAL_KEYS=k2:another-one-of-sixteen\n`)
    expect(restore()).toMatchObject({ status: 1, asked: [], stderr: expect.stringContaining('SEAL_KEYS') })
    appendFileSync(at(`backups/${name}/gateway.dump`), 'x')
    expect(restore()).toMatchObject({ status: 1, asked: [], stderr: expect.stringContaining('is not whole') })
  })

  it('is none when a dump cannot be restored, or was not copied: old ones stay, and the alarm hears of none', async () => {
    mkdirSync(at('backups/20200101T000000Z'), { recursive: true })
    utimesSync(at('backups/20200101T000000Z'), 0, 0)
    await query(server, 'CREATE TABLE cut (a int)')
    mkdirSync(at('bin'), { recursive: true })
    const found = spawnSync('sh', ['-c', 'command -v pg_dump'], { encoding: 'utf8' }).stdout.trim()
    writeFileSync(at('bin/pg_dump'), `#!/bin/sh\n'${found}' "$@" | head -c 1500\n`, { mode: 0o755 })
    expect(backup({ PATH: `${at('bin')}:${process.env.PATH}` }).status).not.toBe(0)
    expect(taken()).toEqual(['20200101T000000Z'])
    expect(backup({ BACKUP_COPY: 'test "$1" = nowhere' }).status).not.toBe(0)
    expect(taken()).toHaveLength(2)
    expect(await query(server, 'SELECT 1 FROM last_backup')).toEqual([])
    expect(backup({ BACKUP_COPY: 'cp -R "$1" "$1.copy"' }).status).toBe(0)
    expect(taken().some((name) => name === '20200101T000000Z')).toBe(false)
    expect(taken().some((name) => name.endsWith('.copy'))).toBe(true)
  })
})
