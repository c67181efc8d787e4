import { z } from 'zod'
import { normaliseHost } from '../hosts.ts'

export const timestamp = z.iso.datetime({ precision: 3 })
/** An id that a caller names. An id of another form cannot exist: a path with it is `not_found`, never bad input. */
export const idParam = z.string().regex(/^[\w-]{1,64}$/, 'is not an id')
/** The site of a call. Where it is left out the key's only one is meant; over REST the path always has it. */
export const siteParam = idParam.optional()
export const id = z.string()

/** Number of code points, which is what the specification calls characters. */
export function characters(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** Control characters that no text may hold; only `multiline` texts may hold line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const notWellFormed = 'must be well-formed text'
/** A visible character: neither white space nor a formatting character. */
const visible = /[^\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Reports the first rule that a value breaks. */
function rule(error: string) {
  return { error, abort: true }
}

/** One line of text, NFC, trimmed, of `min` to `max` code points. */
export function line(min: number, max: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .refine((text) => text.isWellFormed(), rule(notWellFormed))
    .refine((text) => !controls.test(text), rule('must not hold line ends or control characters'))
    .refine((text) => characters(text) >= min, rule(`must have at least ${min} character${min === 1 ? '' : 's'}`))
    .refine((text) => min === 0 || visible.test(text), rule('must have a visible character'))
    .refine((text) => characters(text) <= max, rule(`must have at most ${max} characters`))
    .meta({ minLength: min, maxLength: max })
}

/** A text that may hold line ends, at most `max` code points. */
export function multiline(max: number) {
  return z
    .string()
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), rule(notWellFormed))
    .refine((text) => characters(text) <= max, rule(`must have at most ${max} characters`))
    .meta({ maxLength: max })
}

/** A tracked phrase for display: NFC, trimmed, white space collapsed. */
export const phrase = z
  .string()
  .transform((text) => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
  .pipe(line(1, 200))
  .meta({ minLength: 1, maxLength: 200 })

/** The identity of a phrase: two phrases with the same one are the same keyword. */
export function phraseIdentity(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim().split('ı').map(caseFolded).join('ı').normalize('NFC')
}

/** Folds case where lower case alone does not (ß, ẞ and ss, σ and ς). Callers exclude ı: its upper case is that of i, a different letter. */
function caseFolded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase()
}

/** A website as users write it, as a bare host. */
export const domain = z.string().transform((value, context) => {
  const result = normaliseHost(value)
  if (result.ok) return result.host
  context.addIssue({ code: 'custom', message: result.message })
  return z.NEVER
})

/** Paging of long lists. */
export const paging = {
  limit: z.int().min(1).max(1_000).optional(),
  cursor: z.string().min(1).max(500).optional(),
}
export const paged = { total: z.int(), nextCursor: z.string().nullable() }

/** What every read that can collect says about its data. */
export const collectState = {
  status: z.enum(['queued', 'collecting', 'ready', 'partial', 'failed', 'unavailable']),
  reason: z.enum(['no_provider', 'allowance_exhausted', 'collect_limit']).nullable(),
  updatedAt: timestamp.nullable(),
  retryAfterSeconds: z.int().optional(),
}

/** Where a collected row comes from. */
export const provenance = { source: z.string(), sandbox: z.literal(true).optional() }
export const window = (maxDays: number) => z.int().min(1).max(maxDays).optional()
/** An inclusive bound: a UTC date or a timestamp. */
export const dateBound = z.union([z.iso.date(), z.iso.datetime()], {
  error: 'must be a date (YYYY-MM-DD) or a UTC timestamp',
})
