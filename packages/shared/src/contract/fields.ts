import { z } from 'zod'
import { normaliseHost } from '../hosts.ts'
import { maxMarks, normalForm, withoutLongRuns } from '../normal-form.ts'
import { faults } from '../texts/faults.ts'
import type { Sentence } from '../texts/sentence.ts'
import { aDateTime, dateTime } from './date-times.ts'
import { mixedScripts } from './scripts.ts'
import { described } from './words.ts'

export const timestamp = described(z.iso.datetime({ precision: 3 }), 'A moment, UTC', '2026-03-02T06:00:00.000Z')
const exampleId = '0b9f2f5e-6a0c-4c53-9d4e-2a4a8f4c1d77'
/** No id has another form: such a path is `not_found`, never bad input. */
export const idParam = described(z.string().regex(/^[\w-]{1,64}$/, 'is not an id'), 'An id', exampleId)
export const siteId = described(idParam, 'The id of a site, from `GET /projects`')
/** Left out: the key's only site. Over REST the path always has it. */
export const siteParam = siteId.optional()
/** For `refine`: these conditions need a list with counts. */
export const onlyCounted = (...conditions: string[]) =>
  [
    (asked: object) => 'counted' in asked || conditions.every((name) => !(name in asked)),
    { error: 'must be true for such a list', path: ['counted'] },
  ] satisfies [(asked: object) => boolean, object]
/** For `refine`: a list with counts has no such field. */
export const neverCounted = (field: string) =>
  [
    (asked: object) => !('counted' in asked && field in asked),
    { error: 'is not for a list with counts', path: [field] },
  ] satisfies [(asked: object) => boolean, object]
/** The rows of an answer with counts, which is made in one piece: 25, at most 100. */
export const countedRows = (limit = 25) => Math.min(limit, 100)
export const id = described(z.string(), 'An opaque id', exampleId)

/** In code points. */
export function characters(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** Control characters that no text may hold; only `multiline` texts may hold line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** Neither white space nor formatting. */
const visible = /[^\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Invisible or direction-changing characters make two texts look alike. */
const hidden = /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
const joining = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ')
const joined = `[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f${joining.map((script) => `\\p{scx=${script}}`).join('')}]`
/** Joiners are valid in emoji and joining scripts, the emoji selector after one. */
const stray = new RegExp(
  `(?<!${joined})[\\u200c\\u200d]|[\\u200c\\u200d](?!${joined})|(?<!\\p{Extended_Pictographic})\\ufe0f(?!\\u20e3)`,
  'gu',
)

function withoutHidden(text: string): string {
  return text.replace(hidden, '').replace(stray, '')
}

/** A sentence of a catalogue, which pages say in their language. */
export const sentence = z.object({
  key: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
})

export function fault(sentence: Sentence) {
  return { error: sentence.text, params: { sentence } }
}

function addFault(context: z.RefinementCtx, sentence: Sentence): void {
  context.addIssue({ code: 'custom', message: sentence.text, params: { sentence }, continue: false })
}

/** Only the first broken rule is reported. */
function rule(sentence: Sentence) {
  return { ...fault(sentence), abort: true }
}

/** More than any character takes with marks, joiners and white space. */
const unitsOfACharacter = 10

/** At most `max` code points once read. Far longer ones are refused before anything reads them. */
function given(max: number) {
  return z.string().refine((text) => text.length <= max * unitsOfACharacter, rule(faults.tooLong({ max })))
}

/** NFC, trimmed, `min` to `max` code points. */
export function line(min: number, max: number) {
  return given(max)
    .refine((text) => withoutLongRuns(text) === text, rule(faults.marks({ max: maxMarks })))
    .overwrite((text) => normalForm(text, 'NFC'))
    .trim()
    .refine((text) => text.isWellFormed(), rule(faults.notWellFormed))
    .refine((text) => !controls.test(text), rule(faults.lineEnds))
    .refine((text) => characters(text) >= min, rule(faults.tooShort({ min })))
    .refine((text) => min === 0 || visible.test(text), rule(faults.notVisible))
    .refine((text) => withoutHidden(text) === text, rule(faults.invisible))
    .refine((text) => characters(text) <= max, rule(faults.tooLong({ max })))
    .meta({ minLength: min, maxLength: max })
}

/** A display name: no word may look like another one. */
export function name(max: number) {
  return line(1, max)
    .superRefine((text, context) => {
      const scripts = mixedScripts(text)?.join(' and ')
      if (scripts !== undefined) addFault(context, faults.mixedScripts({ scripts }))
    })
    .meta({ minLength: 1, maxLength: max })
}

/** May hold line ends; at most `max` code points. */
export function multiline(max: number) {
  return given(max)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), rule(faults.notWellFormed))
    .refine((text) => characters(text) <= max, rule(faults.tooLong({ max })))
    .meta({ maxLength: max })
}

const longestPhrase = 200
/** For display: NFC, trimmed, white space collapsed, nothing unseen or untypable. */
export const phrase = given(longestPhrase)
  .transform((text) => withoutHidden(text).replace(/\s+/gu, ' ').trim())
  .pipe(line(1, longestPhrase))
  .meta({ minLength: 1, maxLength: longestPhrase })

/** Phrases of equal identity are one keyword. */
export function phraseIdentity(text: string): string {
  const composed = normalForm(text, 'NFC').replace(/\s+/gu, ' ').trim()
  return normalForm(composed.split('ı').map(caseFolded).join('ı'), 'NFC')
}

/** Folds ß, ẞ and ss, σ and ς. Callers exclude ı: its upper case is that of i, a different letter. */
function caseFolded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase()
}

/** As users write it, read as a bare host. */
export const domain = described(
  z.string().transform((value, context) => {
    const result = normaliseHost(value)
    if (result.ok) return result.host
    addFault(context, result.fault)
    return z.NEVER
  }),
  'A bare host; scheme, `www`, case and a trailing dot are dropped. Ports, paths, IP addresses and public suffixes are refused',
  'example.com',
)

/** A provider's figure, with meaningful decimals only. */
export function rounded(decimals: number): z.ZodNumber {
  const unit = 10 ** decimals
  return z.number().overwrite((value) => Math.round(value * unit) / unit)
}

export const paging = {
  limit: described(
    z.int().min(1).max(1_000).optional(),
    'Rows a page. Without it the list is whole, up to 10,000 rows',
    100,
  ),
  cursor: described(z.string().min(1).max(500).optional(), '`nextCursor` of the answer before', 'MTAw'),
}
export const paged = {
  total: described(z.int(), 'Rows of the whole list', 1),
  nextCursor: described(z.string().nullable(), 'The `cursor` of the next page; null at the end', null),
}

/** For polling: only what was updated since. The first page holds the next call's value. */
export const updatedSince = described(
  dateTime.optional(),
  'Rows that changed at this time or later. Pass the `nextUpdatedSince` of the previous answer, or an early time to begin with. Deleted rows are not listed: read the whole list now and then',
  '2026-03-01T06:00:00.000Z',
)
export const nextUpdatedSince = described(
  timestamp.optional(),
  'On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice',
)

export const collectState = {
  status: described(
    z.enum(['queued', 'collecting', 'ready', 'partial', 'failed', 'unavailable']),
    '`queued`, `collecting`: ask again after `retryAfterSeconds`, which is free. `ready`. `partial`: a part is missing, see `reason`; where that is null, a source failed or has not answered yet, and a later call has it. `failed`: what was saved before is answered. `unavailable`: nothing is saved, see `reason`',
    'ready',
  ),
  reason: described(
    z.enum(['no_provider', 'allowance_exhausted', 'collect_limit', 'site_frozen']).nullable(),
    'Why nothing is collected now: no provider is set up, the calls of the day are used up, or its collects are, or the site is beyond the plan (`frozen`). Null where there is no reason, also on a used-up day where what is saved is fresh: `allowance.exhausted` says the rest',
    null,
  ),
  updatedAt: described(timestamp.nullable(), 'When the data was collected; null: never'),
  retryAfterSeconds: described(z.int().optional(), 'Only while it is collected: when to ask again', 3),
}

export const created = described(z.boolean(), 'False: it was there already, and is answered as it is', true)
export const ok = described(z.literal(true), 'It is done', true)
export const restorableUntil = described(
  timestamp.optional(),
  'Until when it can be brought back with its history: by adding the same again, or in the dashboard. Absent: it is deleted for good',
)
/** Of a create: came back from the trash with its history. */
export const revived = described(
  z.literal(true).optional(),
  'Only where it was deleted less than 30 days ago: it is back with its id and its history',
  true,
)

export const provenance = {
  source: described(
    z.string(),
    'The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks',
    'serpapi',
  ),
  sandbox: described(z.literal(true).optional(), 'True if the sandbox simulated the provider; else absent', true),
}
export const window = (maxDays: number) => z.int().min(1).max(maxDays).optional()
/** Inclusive: a UTC date or a moment. */
export const dateBound = z.union([z.iso.date(), dateTime], { error: `must be a date (YYYY-MM-DD) or ${aDateTime}` })
export const hosts = z.enum(['own', 'all'])
