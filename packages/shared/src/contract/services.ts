/** Facts that it writes and hears, its copies of accounts and sites, reads that start work, what calls cost. */
export type KitPart = 'facts' | 'known' | 'collects' | 'spend'

type ServiceRow<Name extends string = string> = {
  /** Until it is built nothing starts it, its rows are planned, and facts for it wait. */
  isBuilt: boolean
  /** Its background work, and calls with large bodies, have a thread of their own. */
  hasWorkThread: boolean
  /** A database of its own, and so facts of its own. */
  hasDatabase: boolean
  /** The parts of the kit whose tables its database has: `packages/shared/migrations`. */
  kit: readonly KitPart[]
  /** Whose operations it calls over NATS; the broker refuses all others. */
  calls: readonly Name[]
  /** The gateway's doors that lead to it over HTTP. */
  doors: readonly ('rest' | 'mcp' | 'app')[]
}

/**
 * Every service of the system. Programs, databases, the broker's permissions, the gateway's upstreams and the operator's look at
 * what waits derive from this list; files for other programs (docker-compose.yml, nats.conf and their like) are compared with it.
 */
const rows = {
  gateway: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: true,
    kit: ['facts'],
    calls: ['projects', 'dashboard'],
    doors: [],
  },
  // Of the gateway it asks for the day's collects alone.
  projects: {
    isBuilt: true,
    hasWorkThread: true,
    hasDatabase: true,
    kit: ['facts', 'collects', 'spend'],
    calls: ['gateway'],
    doors: ['rest'],
  },
  research: {
    isBuilt: true,
    hasWorkThread: true,
    hasDatabase: true,
    kit: ['facts', 'known', 'collects', 'spend'],
    calls: ['gateway', 'projects'],
    doors: ['rest'],
  },
  content: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: true,
    kit: ['facts', 'known', 'collects', 'spend'],
    calls: ['gateway', 'projects', 'research'],
    doors: ['rest'],
  },
  dashboard: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: true,
    kit: ['facts', 'known'],
    // Its own too: calls of a browser take one way, to any owner.
    calls: ['gateway', 'projects', 'research', 'content', 'dashboard'],
    doors: ['rest', 'app'],
  },
  mcp: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: false,
    kit: [],
    calls: ['gateway', 'projects', 'research', 'content'],
    doors: ['mcp'],
  },
} as const satisfies Record<string, ServiceRow>

type Rows = typeof rows
export type ServiceName = keyof Rows
type Where<R> = { [S in ServiceName]: Rows[S] extends R ? S : never }[ServiceName]
export type BuiltService = Where<{ isBuilt: true }>
/** A built service with a database. */
export type DatabaseService = Where<{ isBuilt: true; hasDatabase: true }>
/** A service behind the gateway. */
export type UpstreamName = Exclude<ServiceName, Where<{ doors: readonly [] }>>

export const services: Readonly<Record<ServiceName, ServiceRow<ServiceName>>> = rows
// safe because the keys of an object are its own names
export const serviceNames = Object.keys(rows) as ServiceName[]
export const builtServices = serviceNames.filter((name): name is BuiltService => services[name].isBuilt)
/** The order in which an upgrade replaces them: an owner before those that call it, because an old caller's input parses at a new owner. */
export const upgradeOrder: readonly BuiltService[] = [...builtServices.filter((name) => name !== 'gateway'), 'gateway']
export const databaseServices = builtServices.filter((name): name is DatabaseService => services[name].hasDatabase)
export const upstreamNames = serviceNames.filter((name): name is UpstreamName => services[name].doors.length > 0)

/** The gateway's variable with the address of a service behind it. */
export function urlVariable<N extends UpstreamName>(name: N): `${Uppercase<N>}_URL` {
  // safe because toUpperCase is what Uppercase says of a name in ASCII letters
  return `${name.toUpperCase() as Uppercase<N>}_URL`
}
