import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { type Child, spawnChild } from '@rts/local/process'
import { until } from '@rts/local/testing/until'
import { connect } from 'nats'
import pg from 'pg'

export const root = path.resolve(import.meta.dirname, '../..')
export const composeText = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
export type Variables = Record<string, string>

/** An `.env` with new secrets, as an operator makes it. */
export function newEnv(): Variables {
  const made = spawnSync('sh', ['deploy/new-env.sh'], { cwd: root, encoding: 'utf8' })
  const lines = made.stdout.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(lines)
}

/** The block of one service in docker-compose.yml. */
export function blockOf(service: string): string {
  return new RegExp(`^ {2}${service}:\\n((?: {4}.*\\n| *\\n)+)`, 'm').exec(composeText)?.[1] ?? ''
}

/** The environment of a service's container, with the variables of an `.env` filled in. */
export function environmentOf(service: string, env: Variables): Variables {
  const own = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(blockOf(service))?.[1] ?? ''
  const common = /^x-environment: .*\n((?: {2}.*\n)+)/m.exec(composeText)?.[1] ?? ''
  const lines = `${own.includes('<<: *environment') ? common : ''}${own}`.split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, value = ''] = /^\s+([A-Z_]+): (.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, filled(value.replace(/^'(.*)'$/, '$1'), env)]]
    }),
  )
}

function filled(value: string, env: Variables): string {
  return value.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_whole, name: string, other: string) => env[name] || other)
}

/** The statements that the database's script sends to psql. */
export function databaseStatements(folder: string, env: Variables): string[] {
  const sink = path.join(folder, 'statements.sql')
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(bin, 'psql'), `#!/bin/sh\nexec cat > '${sink}'\n`, { mode: 0o755 })
  const given = { ...environmentOf('postgres', env), PATH: `${bin}:${process.env.PATH}` }
  const ran = spawnSync('sh', ['deploy/postgres/services.sh'], { cwd: root, env: given, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return readFileSync(sink, 'utf8').split(/;\n/).filter(Boolean)
}

export async function runStatements(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Starts nats-server with the configuration and the passwords of the containers. */
export async function startBroker(program: string, folder: string, env: Variables) {
  const port = await freePort()
  const child = await spawnChild({
    name: 'nats',
    command: program,
    args: ['--config', path.join(root, 'deploy/nats/nats.conf'), '--addr', '127.0.0.1', '--port', String(port)],
    env: environmentOf('nats', env),
    logFile: path.join(folder, 'nats.log'),
  })
  const address = `127.0.0.1:${port}`
  await until('the broker', () =>
    connect({ servers: address, user: 'operator', pass: env.NATS_OPERATOR_PASSWORD ?? '', reconnect: false }).then(
      (client) => client.close().then(() => true),
      () => undefined,
    ),
  )
  return { address, stop: () => child.stop(5_000) }
}

/** Starts a service as its container does, with the containers' addresses replaced by those of this machine. */
export async function startService(
  name: string,
  folder: string,
  environment: Variables,
): Promise<{ child: Child; port: number }> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const own = { PORT: String(port), ADMIN_PORT: String(adminPort), HOST: '127.0.0.1', DRAIN_MS: '0', DATA_DIR: folder }
  const child = await spawnChild({
    name,
    command: process.execPath,
    args: ['src/main.ts'],
    cwd: path.join(root, 'services', name),
    env: { PATH: process.env.PATH, ...environment, ...own },
    logFile: path.join(folder, `${name}.log`),
    endsWithParent: true,
  })
  await until(`${name} to be ready`, () => isReady(adminPort), 30_000)
  return { child, port }
}

async function isReady(adminPort: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}
