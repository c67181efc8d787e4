import { z } from 'zod'
import { normalCountry, normalLanguage, normalPhrase } from '../../world/query.ts'
import { countryOfCode, countryOfName } from './location.ts'

const keyword = z.string().trim().min(1).max(700)
const labsTask = z.looseObject({
  keyword: keyword.optional(),
  keywords: z.array(keyword).min(1).max(1_000).optional(),
  target: z
    .string()
    .regex(/^(?!www\.)[^\s/:]+\.[^\s/:]+$/)
    .optional(),
  location_code: z.int().optional(),
  location_name: z.string().min(1).optional(),
  language_code: z.string().regex(/^[a-z]{2,3}([-_][a-z0-9]+)*$/i),
  limit: z.int().min(1).max(1_000).default(100),
  offset: z.int().min(0).default(0),
})
export type LabsTask = z.output<typeof labsTask>
export type AskedLabs = { asked: LabsTask; phrases: string[]; country: string; language: string }
export type Subject = 'keyword' | 'keywords' | 'target'

/** The task, or the name of its first bad field; `subject` is required. */
export function readLabsTask(input: unknown, subject: Subject): AskedLabs | { badField: string } {
  const parsed = labsTask.safeParse(input)
  if (!parsed.success) return { badField: String(parsed.error.issues[0]?.path[0] ?? subject) }
  const { data } = parsed
  if (data[subject] === undefined) return { badField: subject }
  const country =
    data.location_code === undefined ? countryOfName(data.location_name ?? '') : countryOfCode(data.location_code)
  if (country === null) return { badField: data.location_name === undefined ? 'location_code' : 'location_name' }
  const phrases = (data.keywords ?? [data.keyword ?? '']).map(normalPhrase)
  return { asked: data, phrases, country: normalCountry(country), language: normalLanguage(data.language_code) }
}
