import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type BuiltService, builtServices } from '@rts/shared/contract/services'
import { type StartedService, startService, type Variables } from '../../tests/support/compose.ts'
import { type Door, openDoor } from './door.ts'
import type { Surroundings } from './surroundings.ts'
import type { Tree } from './trees.ts'

type Replica = StartedService & { service: BuiltService; host: string | undefined }

/** Each service has two, as an installation without a gap has. */
const replicasEach = 2
/** Longer than its drain and the longest answer that a client may still be reading. */
const stopDeadlineMs = 40_000

export type Replicas = Awaited<ReturnType<typeof createReplicas>>

/** The replicas of all services: of one release or, while it is replaced, of two. */
export async function createReplicas({ folder, places, balancer, environment }: Surroundings) {
  const doors = new Map<BuiltService, Door>()
  const running = new Set<Replica>()
  let gateways = 0
  for (const service of builtServices) {
    const door = await openDoor()
    doors.set(service, door)
    places.set(`${service}:8080`, `127.0.0.1:${door.port}`)
  }

  async function start(service: BuiltService, tree: Tree): Promise<void> {
    const given = environment(service, tree)
    // The balancer finds gateways by name, on addresses of their own and the same two ports.
    const host = service === 'gateway' ? `127.0.1.${++gateways}` : undefined
    const { http, admin } = balancer.ports
    const place: Variables = host ? { HOST: host, PORT: String(http), ADMIN_PORT: String(admin) } : {}
    const own = { ...place, DRAIN_MS: given.DRAIN_MS ?? '' }
    const started = await startService(service, folder, given, { tree: tree.folder, own })
    if (host) balancer.names.add(host)
    else doors.get(service)?.add(started.port)
    running.add({ ...started, service, host })
  }

  async function end(replica: Replica): Promise<void> {
    const { child, host, port, service } = replica
    if (!host) doors.get(service)?.takeOut(port)
    await child.stop(stopDeadlineMs)
    // A gateway's name stays until it has ended, as in containers: the balancer looks whether it is ready.
    if (host) balancer.names.delete(host)
    running.delete(replica)
  }

  return {
    /** Starts two replicas of each service. */
    async startAll(tree: Tree): Promise<void> {
      for (const service of builtServices.toReversed())
        await Promise.all(Array.from({ length: replicasEach }, () => start(service, tree)))
    },
    /** Replaces the replicas of a service singly: a new one is ready before an old one drains, which drains as the next one starts. */
    async replace(service: BuiltService, tree: Tree): Promise<void> {
      const drains: Promise<void>[] = []
      for (const old of [...running].filter((replica) => replica.service === service)) {
        await start(service, tree)
        drains.push(end(old))
      }
      await Promise.all(drains)
    },
    /** The lines of all logs, parsed, of warnings and above. */
    warnings(): Record<string, unknown>[] {
      const files = builtServices.map((name) => path.join(folder, `${name}.log`)).filter((file) => existsSync(file))
      const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
      return lines.map(parsed).filter(({ level }) => Number(level) >= 40)
    },
    async stop(): Promise<void> {
      await Promise.all([...running].map((replica) => replica.child.stop(stopDeadlineMs)))
      for (const door of doors.values()) door.close()
    },
  }
}

function parsed(line: string): Record<string, unknown> {
  const start = line.indexOf('{')
  try {
    return Object(JSON.parse(line.slice(start)))
  } catch {
    return {}
  }
}
