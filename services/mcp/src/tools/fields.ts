import { dateTime } from '@rts/shared/contract/date-times'
import * as f from '@rts/shared/contract/fields'
import { countrySchema, languageSchema, placeName, variant as variantFields } from '@rts/shared/contract/locale'
import { intents } from '@rts/shared/contract/rows/research'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import type { ToolContext } from './tool.ts'

/** A domain is replaced by the site's id before the input is read. */
export const projectId = {
  project_id: z
    .string()
    .refine((id) => f.idParam.safeParse(id).success, 'is neither an id nor a domain: account_status lists the sites')
    .optional()
    .describe('Site id or domain'),
}
export const keywordId = {
  keyword_id: z
    .string()
    .refine((id) => f.idParam.safeParse(id).success, 'is not an id: keyword_positions lists the keywords with theirs')
    .describe('From keyword_positions'),
}
export const locale = {
  country: countrySchema.optional(),
  language: languageSchema.optional().describe('Such as en or pt-BR'),
}
export const variant = {
  device: variantFields.device.describe('desktop by default'),
  location: placeName.optional().describe('A city, such as Austin, Texas, United States'),
}
export const paging = {
  limit: z.int().min(1).max(100).default(25),
  cursor: z.string().min(1).max(500).optional(),
}
export const competitorFilter = {
  competitors: z.array(f.domain).min(1).max(5).optional().describe('Hosts; all by default'),
}

export const narrowPhrases = {
  query: f.line(1, 200).optional(),
  intent: z.enum(intents).optional(),
  min_volume: z.int().min(0).optional(),
  max_difficulty: z.int().min(0).max(100).optional(),
}
export const since = z.preprocess(
  (given) => dateTime.safeParse(given).data?.slice(0, 'YYYY-MM-DD'.length) ?? given,
  z.iso.date({ error: 'must be a date (YYYY-MM-DD)' }),
)

export function narrowOf({ query, min_volume, max_difficulty, ...rest }: NarrowPhrases) {
  return { ...rest, part: query, minVolume: min_volume, maxDifficulty: max_difficulty }
}
type NarrowPhrases = { [K in keyof typeof narrowPhrases]?: z.output<(typeof narrowPhrases)[K]> }

export function pageOf({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
  return cursor === undefined ? { limit } : { limit, cursor }
}

export function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // safe because exactly the undefined values are dropped
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Throws `invalid_input` for hosts that are no competitors, and lists those that are. */
export async function requireTracked(
  asked: string[] | undefined,
  siteId: string | undefined,
  { call }: ToolContext,
): Promise<void> {
  if (!asked) return
  const { competitors } = await call('competitors.list', { params: { id: siteId } })
  const known = competitors.map(({ domain }) => domain)
  const unknown = asked.filter((host) => !known.includes(host))
  if (unknown.length === 0) return
  const list = known.length > 0 ? `its competitors are ${known.join(', ')}` : 'it has none yet'
  throw new AppError('invalid_input', `competitors: this site has no competitor ${unknown.join(', ')}; ${list}`)
}

/** The given id, or the key's only site; projects finds it or refuses. */
export async function siteIdOf(asked: string | undefined, { call }: ToolContext): Promise<string> {
  return asked ?? (await call('sites.get', { params: {} })).project.id
}

/** Agents pay for each field in tokens; the answer's schema names them. */
export function fieldsOf({ shape }: z.ZodObject) {
  const names = Object.keys(shape)
  const name = z.string().refine((asked) => names.includes(asked), `must be one of ${names.join(', ')}`)
  return z.array(name).min(1).optional()
}

/** Chosen fields and those in `always`; without a choice all but `unasked`. */
export function withFields<R extends object, K extends keyof R>(
  rows: R[],
  fields: readonly string[] | undefined,
  always: readonly K[],
  unasked: readonly (keyof R)[] = [],
): (Partial<R> & Pick<R, K>)[] {
  if (!fields && unasked.length === 0) return rows
  const names = new Set<unknown>([...always, ...(fields ?? [])])
  const isShown = (name: string) => (fields ? names.has(name) : !unasked.some((each) => each === name))
  const chosen = (row: R) => Object.fromEntries(Object.entries(row).filter(([name]) => isShown(name)))
  // safe because only fields that are not among `always` are dropped
  return rows.map((row) => chosen(row) as Partial<R> & Pick<R, K>)
}
