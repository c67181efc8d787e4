import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { mcpPath, restBasePath } from '@rts/shared/contract/doors'
import { type DatabaseService, databaseServices } from '@rts/shared/contract/services'
import { migrateDatabase } from '@rts/shared/service/migrations'
import { startNats } from '../nats.ts'
import { freePort } from '../ports.ts'
import { ensureServiceDatabase } from '../postgres/service-database.ts'
import { startPostgres } from '../postgres.ts'
import { programNames } from '../together/programs.ts'
import { type Connection, claimDataFolder, openDataFolder } from './data-folder.ts'
import { fillDemoSite, keptDemo, makeDemoAccount } from './demo.ts'
import { keepAlive } from './keep-alive.ts'
import { launch } from './keep-running.ts'
import { inOneProcess, isSandboxed, isSimulated, oneProcess, type Ports, programsOf } from './programs.ts'
import { startPrograms } from './start-programs.ts'

export type SystemOptions = {
  folder: string
  port: number
  natsUrl?: string
  env: NodeJS.ProcessEnv
  databaseEnv?: NodeJS.ProcessEnv
  say(line: string): void
}
export type System = {
  connection: Connection
  /** The account and keys made by this start: secrets are shown once. */
  isNew: { key: boolean; person: boolean }
  fillDemo(): Promise<void>
  stop(): Promise<void>
  databaseUrl(name: string): string
}

/** Half of Postgres' default: one machine's own cache of files holds the rest. */
const sharedBuffersMb = 64

/** Starts everything on this machine: Postgres, NATS, the databases' migrations, the services, the demo account. */
export async function startSystem({ folder, port, natsUrl, env, databaseEnv, say }: SystemOptions): Promise<System> {
  const stops: (() => unknown)[] = [claimDataFolder(folder)]
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const data = openDataFolder(folder)
    const secrets = data.secrets()
    const logs = data.at('logs')
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    // A process has one sender of traces, and that bears the name of one service.
    const areApart = env.PROCESSES === 'each' || Boolean(env.OTLP_URL)
    let launched = areApart ? undefined : await launch(oneProcess(env), logs)
    stops.push(() => launched?.stop())
    const [postgres, nats] = await Promise.all([
      keepPostgres(
        {
          dataDir: data.at('postgres'),
          fsync: true,
          sharedBuffersMb,
          log: path.join(logs, 'postgres.log'),
          ...(databaseEnv ? { env: databaseEnv } : {}),
        },
        say,
      ),
      startNats({ dataDir: data.at('nats'), production: false, say, ...(natsUrl ? { natsUrl } : {}) }),
    ])
    stops.push(() => Promise.all([postgres.stop(), nats.stop()]))
    const made = databaseServices.map(async (name) => [
      name,
      await migrated(postgres.url('postgres'), name, secrets.secret),
    ])
    const databaseUrls = Object.fromEntries(await Promise.all(made))
    const set = { data, databaseUrls, natsUrl: nats.url, secrets, env }
    const programsOn = (ports: Ports) => {
      const programs = programsOf({ ...set, ports })
      const processes = areApart ? programs : [inOneProcess(programs, env)]
      return processes.map((program) => ({ ...program, env: { ...env, ...program.env } }))
    }
    const given = launched
    launched = undefined
    const { ports, running } = await startPrograms({
      launched: given,
      choosePorts: () => choosePorts(port, env.ADMIN_PORT),
      programsOn,
      logs,
      say,
    })
    stops.push(() => Promise.all(running.map((program) => program.stop())))
    const kept = data.readConnection()
    const broker = { natsUrl: nats.url, callerKeys: data.callerKeys('operator'), secret: secrets.secret }
    const demo = keptDemo(kept) ?? (await makeDemoAccount({ ...broker, kept }))
    const demoProjectId = data.readDemo()?.projectId
    const known = demoProjectId === undefined ? {} : { demoProjectId }
    const connection = {
      ...addressesOf(ports, isSandboxed(env)),
      natsUrl: nats.url,
      ...demo,
      ...known,
      pid: process.pid,
    }
    data.writeConnection(connection)
    const fill = async () => {
      if (env.NODE_ENV === 'production' || !isSimulated({ ...set, ports })) return
      await fillDemoSite({ ...broker, folder, connection }, say)
    }
    const sayWhy = (error: Error) => {
      // Once all is stopped an open call fails, and that is no news.
      if (stops.length > 0) say(`The demo site was not made (${error.message}); the next start tries again`)
    }
    const isNew = { key: !kept, person: !kept?.demoPerson }
    return { connection, isNew, fillDemo: () => fill().catch(sayWhy), stop, databaseUrl: postgres.url }
  } catch (error) {
    await stop()
    throw error
  }
}

async function keepPostgres(options: Parameters<typeof startPostgres>[0], say: SystemOptions['say']) {
  const server = await startPostgres(options)
  const again = () => startPostgres({ ...options, port: server.port })
  const kept = keepAlive(server, again, () => say(`Postgres ended and is being restarted; its log: ${options.log}`))
  return { url: server.url, stop: kept.stop }
}

async function migrated(serverUrl: string, name: DatabaseService, secret: string): Promise<string> {
  const url = await ensureServiceDatabase(serverUrl, name, secret)
  await migrateDatabase(url, name)
  return url
}

/** The gateway gets the public port, and the admin port that the user set; all others are free ports. */
async function choosePorts(port: number, adminPort: string | undefined): Promise<Ports> {
  const ports: Partial<Ports> = {}
  for (const name of programNames) ports[name] = { port: await freePort(), adminPort: await freePort() }
  ports.gateway = { port, adminPort: adminPort ? Number(adminPort) : await freePort() }
  // safe because the loop has just given each program its ports
  return ports as Ports
}

function addressesOf({ gateway, sandbox }: Ports, isSandboxed: boolean) {
  const appUrl = `http://127.0.0.1:${gateway.port}`
  return {
    baseUrl: appUrl + restBasePath,
    mcpUrl: appUrl + mcpPath,
    appUrl,
    adminUrl: `http://127.0.0.1:${gateway.adminPort}`,
    ...(isSandboxed ? { sandboxUrl: `http://127.0.0.1:${sandbox.port}` } : {}),
  }
}
