import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startBroker } from './broker/broker.ts'
import type { Auth } from './broker/connection.ts'
import { findProgram, startNatsServer } from './nats-server.ts'
import { keepAlive } from './system/keep-alive.ts'

export type Nats = {
  url: string
  kind: 'external' | 'nats-server' | 'broker'
  pid?: number
  stop(): Promise<void>
}

export type NatsOptions = {
  natsUrl?: string
  dataDir: string
  production: boolean
  say?: (line: string) => void
}

/**
 * The broker of a local system: `natsUrl`, else `nats-server` from the PATH, else the built-in one; these two require a login, because
 * other users of the machine reach loopback. `dataDir` holds it with the server's files. Throws in production without `natsUrl`.
 */
export async function startNats({ natsUrl, dataDir, production, say = () => {} }: NatsOptions): Promise<Nats> {
  if (natsUrl !== undefined) return { url: natsUrl, kind: 'external', stop: async () => undefined }
  if (production) throw new Error('NATS_URL must be set in production')
  const folder = path.resolve(dataDir)
  const auth = loginOf(folder)
  const urlAt = (port: number) => `nats://${auth.user}:${auth.pass}@127.0.0.1:${port}`
  const program = findProgram('nats-server')
  if (program === undefined) {
    const broker = await startBroker({ production, auth })
    return { url: urlAt(broker.port), kind: 'broker', stop: broker.close }
  }
  const start = (port?: number) => startNatsServer({ program, dataDir: folder, auth, port })
  const server = await start()
  const again = () => start(server.port)
  const kept = keepAlive(server, again, () => say('nats-server ended and is being restarted'))
  return { url: urlAt(server.port), kind: 'nats-server', pid: server.pid, stop: kept.stop }
}

function loginOf(folder: string): Auth {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return { user: 'local', pass: readFileSync(file, 'utf8') }
}
