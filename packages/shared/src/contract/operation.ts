import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { Plan } from '../plans.ts'
import type { CallerKind } from './caller-kinds.ts'
import type { DeprecatedFields, Deprecation } from './deprecation.ts'
import type { Free } from './free.ts'
import type { ServiceName } from './services.ts'
import type { SlicedOf } from './sliced.ts'
import type { Written } from './written.ts'

/** Each has the rights of those after it. A viewer only reads. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]
export const givenRoles = ['admin', 'member', 'viewer'] as const satisfies readonly Role[]
/** Of one person or invite: each signed call contains them. */
export const maxLimitedSites = 100
/** They manage keys, people, and what cannot be undone. */
export const managers = ['owner', 'admin'] as const satisfies readonly Role[]

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type ObjectSchema = z.ZodObject<z.ZodRawShape>

export type Operation = {
  owner: ServiceName
  /** Declared, never inferred from the method. */
  kind: 'read' | 'write'
  summary: string
  details?: string
  callers: readonly CallerKind[]
  /** Of a person; absent: every role. */
  roles?: readonly Role[]
  /** About the person alone: needs no account and no role. */
  personal?: true
  /** A write for viewers too: it changes only the person's own things. */
  own?: true
  /**
   * Of a row without a site in its params: `account` is about the whole account, so that people who are limited to sites, and their
   * agents, are refused; `sites` is narrowed to the sites of its caller by its owner; `open` shows nothing of sites.
   */
  scope?: 'account' | 'sites' | 'open'
  /** The person signed in within the last ten minutes. */
  fresh?: true
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  response: ObjectSchema
  /** Body fields that need a plan; an empty list in one is free. */
  fieldGates?: Readonly<Record<string, Plan>>
  refusals?: readonly ErrorCode[]
  /** Schemas here replace the row's own over REST and in its documents. */
  http?: {
    method: HttpMethod
    path: string
    bodyLimitBytes?: number
    query?: ObjectSchema
    body?: ObjectSchema
    response?: ObjectSchema
  }
  /** `callers`: a subset of the row's; absent: all. */
  mcp?: { tool: string; gate?: Plan; callers?: readonly CallerKind[] }
  /** Not idempotent: a repeated signed call is refused. Only over NATS. */
  once?: true
  /** May collect: more time, one try. */
  collects?: true
  /** Over NATS, beyond `callMs`: an address named by a caller has its own limit. */
  takesMs?: number
  deprecated?: Deprecation
  deprecatedFields?: DeprecatedFields
  /** Not built: `unavailable` before anything is charged. */
  planned?: true
}

/** A row with the schemas of its REST binding. */
export function restRow(row: Operation): Operation {
  return { ...row, ...row.http }
}

/** Keeps a table's literal types: owners and schemas survive. */
export function defineOperations<const T extends Record<string, Operation>>(operations: T): T {
  return operations
}

type Table = Record<string, Operation>
type Infer<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<O, K extends 'params' | 'query' | 'body'> = K extends keyof O ? Infer<O[K]> : undefined

/** A service's own rows without planned ones. */
export type OwnedBy<T extends Table, S extends ServiceName> = {
  [K in keyof T as T[K]['owner'] extends S ? (T[K] extends { planned: true } ? never : K) : never]: T[K]
}

export type HandlerInput<O, C> = {
  params: Part<O, 'params'>
  query: Part<O, 'query'>
  body: Part<O, 'body'>
} & C
/** A long list may come in slices, or written by a thread. */
export type Answer<O extends Operation> = z.input<O['response']> | SlicedOf<z.input<O['response']>> | Written
export type Handler<O extends Operation, C> = (input: HandlerInput<O, C>) => Promise<Answer<O> | Free<Answer<O>>>

/** One per owned row: a forgotten one or another answer does not compile. */
export type Handlers<T extends Table, C> = { [K in keyof T]: Handler<T[K], C> }

export type OperationInput<O> = {
  [K in 'params' | 'query' | 'body' as K extends keyof O ? K : never]: O extends Record<K, z.ZodType>
    ? z.input<O[K]>
    : never
}
export type OperationOutput<O extends Operation> = z.output<O['response']>

/** Over NATS; a read that may collect has more, on both doors. */
export const callMs = 10_000
export const collectingCallMs = 12_000

export const KILOBYTE = 1_024
export const defaultBodyLimitBytes = 64 * KILOBYTE
