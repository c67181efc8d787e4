import * as f from '@rts/shared/contract/fields'
import { countrySchema, languageSchema } from '@rts/shared/contract/locale'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import type { ToolContext } from './tool.ts'

/** Input fields that several tools share. */
export const projectId = {
  project_id: f.idParam
    .optional()
    .describe('The site, as add_project or account_status gave it. May be left out when the key has one site.'),
}
export const locale = {
  country: countrySchema.optional().describe('Two-letter ISO 3166-1 code, such as us'),
  language: languageSchema.optional().describe('Language tag, such as en or pt-BR'),
}
export const paging = {
  limit: z.int().min(1).max(100).default(25).describe('Rows in one answer'),
  cursor: z.string().min(1).max(500).optional().describe('nextCursor of the answer before'),
}
export const competitorFilter = {
  competitors: z.array(f.domain).min(1).max(5).optional().describe('Only these competitors, by host'),
}

/** The paging of an operation from a tool's input. */
export function pageOf({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
  return cursor === undefined ? { limit } : { limit, cursor }
}

/** Without the fields that were left out. */
export function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // safe because exactly the undefined values are dropped
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Throws `invalid_input` that names a host which is no competitor of the site, and those which are. */
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
  throw new AppError('invalid_input', `competitors: ${unknown.join(', ')} is not compared with this site; ${list}`)
}

/** The site that a call is about, where its owner has to be told: projects says which is the key's only one, or what to do. */
export async function siteIdOf(asked: string | undefined, { call }: ToolContext): Promise<string> {
  return asked ?? (await call('sites.get', { params: {} })).project.id
}
