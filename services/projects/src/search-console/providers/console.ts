import { readProvider } from '@rts/outside/call'
import type { ProviderHttp, ProviderRequest } from '@rts/outside/http'
import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import type { Window } from '../rules/readings.ts'

const provider = 'search_console'

export type ListedProperty = { siteUrl: string; permission: string }
export type Figures = { clicks: number; impressions: number; ctr: number; position: number }
export type KeyedFigures = Figures & { key: string }
export type Dimension = 'query' | 'page' | 'date'
export type Read<T> = { ok: true; value: T } | Failure

/** Google gives up to 25,000 rows an answer; this many with long addresses stay below the limit of an answer. */
const rowsAPage = 10_000

const siteList = z.looseObject({
  siteEntry: z.array(z.looseObject({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})
const figures = { clicks: z.number(), impressions: z.number(), ctr: z.number(), position: z.number() }
/** A property without any rows has no list of them. */
const keyedRows = z.looseObject({
  rows: z.array(z.looseObject({ keys: z.tuple([z.string()], z.string()), ...figures })).default([]),
})
const totalRows = z.looseObject({ rows: z.array(z.looseObject(figures)).default([]) })

const reasons = z.looseObject({
  error: z.looseObject({ errors: z.array(z.looseObject({ reason: z.string() })).default([]) }),
})

/**
 * Google refuses with 403 what is not the person's, what is too much, and what people have to mend; its reason says which ("Google
 * APIs: global domain errors"). `unsupported`: the property is not theirs, or not any more. `auth`: the connection lacks the right
 * to read, the person connects again. `no_provider`: the operator's Google project may not use the API.
 */
function meaningOf({ status, body }: { status: number; body: unknown }): FailureKind | null {
  if (status === 429) return 'quota'
  if (status !== 403) return null
  const reason = reasons.safeParse(body).data?.error.errors[0]?.reason ?? ''
  if (reason === 'forbidden') return 'unsupported'
  if (reason === 'insufficientPermissions') return 'auth'
  if (reason === 'accessNotConfigured') return 'no_provider'
  return /exceeded/i.test(reason) ? 'quota' : 'bad_request'
}

export type SearchConsole = ReturnType<typeof createConsole>

/** Google's search console API. A failure `auth` is a token that is not accepted. */
export function createConsole({ http, forRows }: { http: ProviderHttp; forRows: ProviderHttp }, baseUrl: string) {
  function ask<S extends z.ZodType, T>(
    through: ProviderHttp,
    token: string,
    request: Pick<ProviderRequest, 'json' | 'signal'> & { path: string },
    schema: S,
    toValue: (body: z.output<S>) => T,
  ): Promise<Read<T>> {
    const { path, ...rest } = request
    return readProvider<Read<T>>(
      through,
      {
        provider,
        url: `${baseUrl}${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...rest,
        read: (body) => {
          const parsed = schema.safeParse(body)
          return parsed.success ? { ok: true, value: toValue(parsed.data) } : failed(provider, 'parse')
        },
      },
      meaningOf,
    )
  }

  function analytics<S extends z.ZodType, T>(
    token: string,
    {
      property,
      signal,
      ...body
    }: Window & {
      property: string
      signal?: AbortSignal | undefined
      dimensions?: string[]
      rowLimit?: number
      startRow?: number
    },
    schema: S,
    toValue: (body: z.output<S>) => T,
  ) {
    const path = `/sites/${encodeURIComponent(property)}/searchAnalytics/query`
    return ask(forRows, token, { path, json: { ...body, type: 'web', dataState: 'final' }, signal }, schema, toValue)
  }

  return {
    /** The properties that a person may read, without those that they have not proved to own. */
    properties: (token: string): Promise<Read<ListedProperty[]>> =>
      ask(http, token, { path: '/sites' }, siteList, ({ siteEntry }) =>
        siteEntry
          .map(({ siteUrl, permissionLevel: permission }) => ({ siteUrl, permission }))
          .filter(({ permission }) => permission !== 'siteUnverifiedUser'),
      ),

    /** One page of rows, the most clicked first, days the oldest first; `isLast` if no more come. */
    rows: (
      token: string,
      {
        by,
        ...asked
      }: Window & { property: string; by: Dimension; startRow: number; signal?: AbortSignal | undefined },
    ): Promise<Read<{ rows: KeyedFigures[]; isLast: boolean }>> =>
      analytics(token, { ...asked, dimensions: [by], rowLimit: rowsAPage }, keyedRows, ({ rows }) => ({
        rows: rows.map(({ keys: [key], clicks, impressions, ctr, position }) => {
          return { key, clicks: Math.round(clicks), impressions: Math.round(impressions), ctr, position }
        }),
        isLast: rows.length < rowsAPage,
      })),

    /** Of all queries, also of those that Google keeps to itself. */
    totals: (
      token: string,
      asked: Window & { property: string; signal?: AbortSignal | undefined },
    ): Promise<Read<{ clicks: number; impressions: number }>> =>
      analytics(token, asked, totalRows, ({ rows }) => ({
        clicks: Math.round(rows[0]?.clicks ?? 0),
        impressions: Math.round(rows[0]?.impressions ?? 0),
      })),
  }
}
