import { z } from 'zod'
import { type Query, toQuery } from '../../world/query.ts'
import { countryOfCode, countryOfName } from './location.ts'

const serpTask = z.looseObject({
  keyword: z.string().trim().min(1).max(700),
  location_code: z.int().optional(),
  location_name: z.string().min(1).optional(),
  location_coordinate: z
    .string()
    .regex(/^-?\d+(\.\d+)?,-?\d+(\.\d+)?(,\d+(\.\d+)?)?$/)
    .optional(),
  language_code: z.string().regex(/^[a-z]{2,3}([-_][a-z0-9]+)*$/i),
  device: z.enum(['desktop', 'mobile']).default('desktop'),
  depth: z.int().min(1).max(200).default(10),
  priority: z.union([z.literal(1), z.literal(2)]).default(1),
  tag: z.string().max(255).optional(),
})
export type SerpTask = z.output<typeof serpTask>

export function readTask(input: unknown): { asked: SerpTask; query: Query } | { badField: string } {
  const parsed = serpTask.safeParse(input)
  if (!parsed.success) return { badField: String(parsed.error.issues[0]?.path[0] ?? 'keyword') }
  const { keyword, location_code, location_name, location_coordinate, language_code, device } = parsed.data
  const asked = { phrase: decoded(keyword), language: language_code, device }
  // The sandbox has no map: any coordinates lie in the world's first country.
  if (location_coordinate !== undefined)
    return { asked: parsed.data, query: toQuery({ ...asked, place: location_coordinate }) }
  const country = location_code === undefined ? countryOfName(location_name ?? '') : countryOfCode(location_code)
  if (country === null)
    return { badField: location_code === undefined && location_name !== undefined ? 'location_name' : 'location_code' }
  return { asked: parsed.data, query: toQuery({ ...asked, country, place: location_name }) }
}

/** The real API reads `+` as a space and decodes `%xx`. */
function decoded(keyword: string): string {
  try {
    return decodeURIComponent(keyword.replaceAll('+', ' '))
  } catch {
    return keyword
  }
}

/** USD for every ten results asked for. */
export function costOf(asked: SerpTask, mode: 'live' | 'queued'): number {
  const perTen = mode === 'live' ? 0.002 : asked.priority === 2 ? 0.0012 : 0.0006
  return Number((Math.ceil(asked.depth / 10) * perTen).toFixed(6))
}

export function echo(fn: string, input: unknown): Record<string, unknown> {
  const given = typeof input === 'object' && input !== null ? input : {}
  return { api: 'serp', function: fn, se: 'google', se_type: 'organic', ...given }
}
