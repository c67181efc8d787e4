import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBroker } from '@rts/local/broker/broker'
import { findProgram, startNatsServer } from '@rts/local/nats-server'

const auth = { user: 'local', pass: 'of-the-faults' }
const urlAt = (port: number) => `nats://${auth.user}:${auth.pass}@127.0.0.1:${port}`

export type Nats = {
  url: string
  port: number
  /** Null for the built-in broker, which cannot be halted. */
  pid(): number | null
  stop(): Promise<void>
  /** Starts it again on its port. */
  start(): Promise<void>
}

/** A real nats-server, or the built-in broker where none is installed. */
export function startNats(): Promise<Nats> {
  const program = findProgram('nats-server')
  return program ? startServer(program) : startBuiltIn()
}

async function startServer(program: string): Promise<Nats> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-nats-'))
  let server = await startNatsServer({ program, dataDir, auth })
  const { port } = server
  return {
    url: urlAt(port),
    port,
    pid: () => server.pid,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    start: async () => {
      server = await startNatsServer({ program, dataDir, auth, port })
    },
  }
}

async function startBuiltIn(): Promise<Nats> {
  let broker = await startBroker({ production: false, auth })
  const { port } = broker
  return {
    url: urlAt(port),
    port,
    pid: () => null,
    stop: () => broker.close(),
    start: async () => {
      broker = await startBroker({ production: false, auth, port })
    },
  }
}
