import type { CallerKind } from './caller-kinds.ts'

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
  /** The calls that it makes over NATS, all operations of an owner or one: broker and owners refuse all others. */
  calls: readonly (Name | `${Name}.${string}`)[]
  /** As whom it calls; its signature under another caller is refused. */
  claims: readonly CallerKind[]
  /** The gateway's doors that lead to it over HTTP. */
  doors: readonly ('rest' | 'mcp' | 'app')[]
}

/** The day's collects of an account. */
const collects = ['gateway.collects.take', 'gateway.collects.giveBack'] as const
/** The reads of a site by research and content. */
const readsOfSites = [
  'projects.sites.get',
  'projects.keywords.snapshot',
  'projects.rivalUrls.snapshot',
  'projects.pages.snapshot',
  'projects.searchQueries.snapshot',
] as const

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
    claims: ['account', 'guest', 'visitor', 'system'],
    doors: [],
  },
  projects: {
    isBuilt: true,
    hasWorkThread: true,
    hasDatabase: true,
    kit: ['facts', 'collects', 'spend'],
    calls: collects,
    claims: ['system'],
    doors: ['rest'],
  },
  research: {
    isBuilt: true,
    hasWorkThread: true,
    hasDatabase: true,
    kit: ['facts', 'known', 'collects', 'spend'],
    calls: [...collects, ...readsOfSites, 'projects.competitors.list', 'projects.keywords.createBulk'],
    claims: ['system'],
    doors: ['rest'],
  },
  content: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: true,
    kit: ['facts', 'known', 'collects', 'spend'],
    calls: [...collects, ...readsOfSites, 'research.figures.snapshot'],
    claims: ['system'],
    doors: ['rest'],
  },
  dashboard: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: true,
    kit: ['facts', 'known'],
    // Its own too: calls of a browser take one way, to any owner.
    calls: ['gateway', 'projects', 'research', 'content', 'dashboard'],
    claims: ['person', 'system'],
    doors: ['rest', 'app'],
  },
  mcp: {
    isBuilt: true,
    hasWorkThread: false,
    hasDatabase: false,
    kit: [],
    calls: ['gateway', 'projects', 'research', 'content'],
    claims: ['account', 'guest', 'system'],
    doors: ['mcp'],
  },
} as const satisfies Record<string, ServiceRow>

type Rows = typeof rows
export type ServiceName = keyof Rows
/** A program that signs calls: a service, or the operator's command line. */
export type ProgramName = ServiceName | 'operator'
type Where<R> = { [S in ServiceName]: Rows[S] extends R ? S : never }[ServiceName]
export type BuiltService = Where<{ isBuilt: true }>
/** A built service with a database. */
export type DatabaseService = Where<{ isBuilt: true; hasDatabase: true }>
/** A service behind the gateway. */
export type UpstreamName = Exclude<ServiceName, Where<{ doors: readonly [] }>>

export const services: Readonly<Record<ServiceName, ServiceRow<ServiceName>>> = rows
// safe because the keys of an object are its own names
export const serviceNames = Object.keys(rows) as ServiceName[]
export const programNames: readonly ProgramName[] = [...serviceNames, 'operator']
/** As whom the operator's command line calls. */
export const operatorClaims: readonly CallerKind[] = ['operator', 'account']
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
