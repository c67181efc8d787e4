import type { CallerKind } from './caller-kinds.ts'

/** Facts written and heard; copies of accounts and sites; reads that start work; costs of calls. */
export type KitPart = 'facts' | 'known' | 'collects' | 'spend'

type ServiceRow<Name extends string = string> = {
  /** Until then nothing starts it, its rows are planned, and its facts wait. */
  isBuilt: boolean
  /** Background work and calls with large bodies have their own thread. */
  hasWorkThread: boolean
  hasDatabase: boolean
  /** The parts of `packages/shared/migrations` in its database. */
  kit: readonly KitPart[]
  /** Over NATS; broker and owners refuse all others. */
  calls: readonly (Name | `${Name}.${string}`)[]
  /** Callers it may sign for; others are refused. */
  claims: readonly CallerKind[]
  /** Of the gateway, over HTTP. */
  doors: readonly ('rest' | 'mcp' | 'app')[]
}

const collects = ['gateway.collects.take', 'gateway.collects.giveBack'] as const
const readsOfSites = [
  'projects.sites.get',
  'projects.keywords.snapshot',
  'projects.rivalUrls.snapshot',
  'projects.pages.snapshot',
  'projects.searchQueries.snapshot',
] as const

/** Programs, databases, permissions and upstreams derive from this; compose and nats.conf are compared. */
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
    // Includes its own: a browser's calls take one way to any owner.
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
export type ProgramName = ServiceName | 'operator'
type Where<R> = { [S in ServiceName]: Rows[S] extends R ? S : never }[ServiceName]
export type BuiltService = Where<{ isBuilt: true }>
export type DatabaseService = Where<{ isBuilt: true; hasDatabase: true }>
export type UpstreamName = Exclude<ServiceName, Where<{ doors: readonly [] }>>

export const services: Readonly<Record<ServiceName, ServiceRow<ServiceName>>> = rows
// safe because the keys of an object are its own names
export const serviceNames = Object.keys(rows) as ServiceName[]
export const programNames: readonly ProgramName[] = [...serviceNames, 'operator']
export const operatorClaims: readonly CallerKind[] = ['operator', 'account']
export const builtServices = serviceNames.filter((name): name is BuiltService => services[name].isBuilt)
/** Owners before callers: an old caller's input parses at a new owner. */
export const upgradeOrder: readonly BuiltService[] = [...builtServices.filter((name) => name !== 'gateway'), 'gateway']
export const databaseServices = builtServices.filter((name): name is DatabaseService => services[name].hasDatabase)
export const upstreamNames = serviceNames.filter((name): name is UpstreamName => services[name].doors.length > 0)

export function urlVariable<N extends UpstreamName>(name: N): `${Uppercase<N>}_URL` {
  // safe because toUpperCase is what Uppercase says of a name in ASCII letters
  return `${name.toUpperCase() as Uppercase<N>}_URL`
}
