import path from 'node:path'
import { startBroker } from './broker/broker.ts'
import { findProgram, startNatsServer } from './nats-server.ts'

export type Nats = { url: string; kind: 'external' | 'nats-server' | 'broker'; stop(): Promise<void> }

/**
 * The message bus of a local system: `natsUrl` when given, else `nats-server` from the PATH, else the built-in broker.
 * `dataDir` holds the server's config, log and process id. Throws in production without `natsUrl`.
 */
export async function startNats(options: { natsUrl?: string; dataDir: string; production: boolean }): Promise<Nats> {
  if (options.natsUrl !== undefined) {
    return { url: options.natsUrl, kind: 'external', stop: async () => undefined }
  }
  if (options.production) throw new Error('NATS_URL must be set in production')
  const program = findProgram('nats-server')
  if (program !== undefined) {
    const server = await startNatsServer(program, path.resolve(options.dataDir))
    return { ...server, kind: 'nats-server' }
  }
  const broker = await startBroker({ production: options.production })
  return { url: broker.url, kind: 'broker', stop: broker.close }
}
