import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import type { Plan } from '../plans.ts'
import type { CallerKind } from './caller-kinds.ts'
import type { DeprecatedFields, Deprecation } from './deprecation.ts'
import type { Free } from './free.ts'
import type { ServiceName } from './services.ts'
import type { SlicedOf } from './sliced.ts'
import type { Written } from './written.ts'

/** The role of a signed-in human in the account; each has the rights of those after it. A viewer only reads. */
export const roles = ['owner', 'admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]
/** Roles that an invite gives. */
export const givenRoles = ['admin', 'member', 'viewer'] as const satisfies readonly Role[]
/** A person, or an invite, is limited to so many sites at most: they are part of each signed call. */
export const maxLimitedSites = 100
/** Who manages an account: its keys, its people, and what cannot be undone. */
export const managers = ['owner', 'admin'] as const satisfies readonly Role[]

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type ObjectSchema = z.ZodObject<z.ZodRawShape>

export type Operation = {
  owner: ServiceName
  /** Declared, never inferred from the method. */
  kind: 'read' | 'write'
  summary: string
  /** More that an integrator should know. */
  details?: string
  callers: readonly CallerKind[]
  /** The roles of a person who may use it; without it, every role. */
  roles?: readonly Role[]
  /** About the person alone, whatever their accounts are: a person calls it without an account and a role. */
  personal?: true
  /** A write that a viewer may do: it changes nothing but what is the person's own. */
  own?: true
  /**
   * Of a row without a site in its params: `account` is about the whole account, so that people who are limited to sites, and their
   * agents, are refused; `sites` is narrowed to the sites of its caller by its owner; `open` shows nothing of sites.
   */
  scope?: 'account' | 'sites' | 'open'
  /** A person must have signed in within the last ten minutes. */
  fresh?: true
  params?: ObjectSchema
  query?: ObjectSchema
  body?: ObjectSchema
  response: ObjectSchema
  /** Body fields that ask for a plan; an empty list in such a field is free. */
  fieldGates?: Readonly<Record<string, Plan>>
  /** Codes of its own refusals, besides those of every call of its kind. */
  refusals?: readonly ErrorCode[]
  /** A schema here is what REST has of the row's own: its documents and callers see no more. */
  http?: {
    method: HttpMethod
    path: string
    bodyLimitBytes?: number
    query?: ObjectSchema
    body?: ObjectSchema
    response?: ObjectSchema
  }
  /** `callers`: those of the row that have the tool; without it, all. */
  mcp?: { tool: string; gate?: Plan; callers?: readonly CallerKind[] }
  /** Not idempotent: a signed call that is sent again is refused. Only NATS serves such a row. */
  once?: true
  /** A read that may collect: it has more time and is asked once. */
  collects?: true
  /** How long a call over NATS may take, where that is more than `callMs`: an address that a caller named has its own limit. */
  takesMs?: number
  /** It goes: its answers over HTTP say so in their head, and the documents too. */
  deprecated?: Deprecation
  /** Fields that go: the answers of calls that name one in query or body say so. */
  deprecatedFields?: DeprecatedFields
  /** Not built yet: answered `unavailable` before anything is charged. */
  planned?: true
}

/** A row as REST has it. */
export function restRow(row: Operation): Operation {
  return { ...row, ...row.http }
}

/** Keeps the literal types of a table, so that owners and schemas survive. */
export function defineOperations<const T extends Record<string, Operation>>(operations: T): T {
  return operations
}

type Table = Record<string, Operation>
type Infer<S> = S extends z.ZodType ? z.output<S> : undefined
type Part<O, K extends 'params' | 'query' | 'body'> = K extends keyof O ? Infer<O[K]> : undefined

/** The rows that a service has to serve: its own, without the planned ones. */
export type OwnedBy<T extends Table, S extends ServiceName> = {
  [K in keyof T as T[K]['owner'] extends S ? (T[K] extends { planned: true } ? never : K) : never]: T[K]
}

export type HandlerInput<O, C> = {
  params: Part<O, 'params'>
  query: Part<O, 'query'>
  body: Part<O, 'body'>
} & C
/** A long list may be answered in slices, and what a thread made as it wrote it. */
export type Answer<O extends Operation> = z.input<O['response']> | SlicedOf<z.input<O['response']>> | Written
export type Handler<O extends Operation, C> = (input: HandlerInput<O, C>) => Promise<Answer<O> | Free<Answer<O>>>

/** One handler per owned row: forgetting one, or answering another shape, does not compile. */
export type Handlers<T extends Table, C> = { [K in keyof T]: Handler<T[K], C> }

/** The input that a caller of an operation hands in, and the answer that it gets. */
export type OperationInput<O> = {
  [K in 'params' | 'query' | 'body' as K extends keyof O ? K : never]: O extends Record<K, z.ZodType>
    ? z.input<O[K]>
    : never
}
export type OperationOutput<O extends Operation> = z.output<O['response']>

/** How long a call over NATS may take; a read that may collect is given more, on both doors. */
export const callMs = 10_000
export const collectingCallMs = 12_000

export const KILOBYTE = 1_024
/** The limit of a row that names none. */
export const defaultBodyLimitBytes = 64 * KILOBYTE
