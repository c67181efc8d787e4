import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '@rts/local/ports'
import { type Child, spawnChild } from '@rts/local/process'
import { until } from '@rts/local/testing/until'
import { connect } from 'nats'
import pg from 'pg'

export const root = path.resolve(import.meta.dirname, '../..')
export const composeText = composeTextOf(root)
export type Variables = Record<string, string>

/** The docker-compose.yml of a tree of the project. */
export function composeTextOf(tree: string): string {
  return readFileSync(path.join(tree, 'docker-compose.yml'), 'utf8')
}

const answered = { PUBLIC_URL: 'http://127.0.0.1:8080', SUPPORT_EMAIL: 'support@ranks.test' }

/** An `.env` with new secrets, as an operator makes it. */
export function newEnv(tree = root): Variables {
  const made = spawnSync('sh', ['deploy/new-env.sh'], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, ...answered },
  })
  const lines = made.stdout.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(lines)
}

/** The block of one service in docker-compose.yml. */
export function blockOf(service: string, compose = composeText): string {
  return new RegExp(`^ {2}${service}:\\n((?: {4}.*\\n| *\\n)+)`, 'm').exec(compose)?.[1] ?? ''
}

/** The environment of a service's container, with the variables of an `.env` filled in. */
export function environmentOf(service: string, env: Variables, compose = composeText): Variables {
  const own = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(blockOf(service, compose))?.[1] ?? ''
  const common = /^x-environment: .*\n((?: {2}.*\n)+)/m.exec(compose)?.[1] ?? ''
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
export function databaseStatements(folder: string, env: Variables, tree = root): string[] {
  const sink = path.join(folder, 'statements.sql')
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(bin, 'psql'), `#!/bin/sh\nexec cat > '${sink}'\n`, { mode: 0o755 })
  const given = { ...environmentOf('postgres', env, composeTextOf(tree)), PATH: `${bin}:${process.env.PATH}` }
  const ran = spawnSync('sh', ['deploy/postgres/services.sh'], { cwd: tree, env: given, encoding: 'utf8' })
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
export async function startBroker(program: string, folder: string, env: Variables, tree = root) {
  const port = await freePort()
  const child = await spawnChild({
    name: 'nats',
    command: program,
    args: ['--config', path.join(tree, 'deploy/nats/nats.conf'), '--addr', '127.0.0.1', '--port', String(port)],
    env: environmentOf('nats', env, composeTextOf(tree)),
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

/** Of another tree than this one, and with variables that its container does not have. */
type Where = { tree?: string; own?: Variables }
export type StartedService = { child: Child; port: number; adminUrl: string }

/** Starts a service as its container does, with the containers' addresses replaced by those of this machine. */
export async function startService(
  name: string,
  folder: string,
  environment: Variables,
  { tree = root, own = {} }: Where = {},
): Promise<StartedService> {
  const here = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()), HOST: '127.0.0.1' }
  const given = { ...environment, ...here, DRAIN_MS: '0', DATA_DIR: folder, ...own }
  const child = await spawnChild({
    name,
    command: process.execPath,
    args: ['src/main.ts'],
    cwd: path.join(tree, 'services', name),
    env: { PATH: process.env.PATH, ...given },
    logFile: path.join(folder, `${name}.log`),
    endsWithParent: true,
  })
  const adminUrl = `http://${given.HOST}:${given.ADMIN_PORT}`
  await until(`${name} to be ready`, () => isReady(adminUrl)).catch(async (error: unknown) => {
    await child.stop(8_000)
    throw error
  })
  return { child, port: Number(given.PORT), adminUrl }
}

async function isReady(adminUrl: string): Promise<boolean> {
  const answer = await fetch(`${adminUrl}/readyz`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer?.ok === true
}
