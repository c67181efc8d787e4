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
/** An id that a caller names. An id of another form cannot exist: a path with it is `not_found`, never bad input. */
export const idParam = described(z.string().regex(/^[\w-]{1,64}$/, 'is not an id'), 'An id', exampleId)
/** The site of a call that has to name it. */
export const siteId = described(idParam, 'The id of a site, from `GET /projects`')
/** The site of a call. Where it is left out the key's only one is meant; over REST the path always has it. */
export const siteParam = siteId.optional()
export const id = described(z.string(), 'An opaque id', exampleId)

/** Number of code points, which is what the specification calls characters. */
export function characters(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** Control characters that no text may hold; only `multiline` texts may hold line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
/** A visible character: neither white space nor a formatting character. */
const visible = /[^\s\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Invisible characters, and those that change the direction of a text: with them two texts look alike. */
const hidden = /(?!\u200c|\u200d|\ufe0f)[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu
const joining = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'.split(' ')
const joined = `[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f${joining.map((script) => `\\p{scx=${script}}`).join('')}]`
/** Joiners are needed in emoji and in scripts whose letters join, the selector of emoji after one; elsewhere they are invisible. */
const stray = new RegExp(
  `(?<!${joined})[\\u200c\\u200d]|[\\u200c\\u200d](?!${joined})|(?<!\\p{Extended_Pictographic})\\ufe0f(?!\\u20e3)`,
  'gu',
)

/** A text without invisible characters. */
function withoutHidden(text: string): string {
  return text.replace(hidden, '').replace(stray, '')
}

/** A sentence of a catalogue, which pages say in their language. */
export const sentence = z.object({
  key: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  text: z.string(),
})

/** The fault of a value that breaks a rule, for `refine`. */
export function fault(sentence: Sentence) {
  return { error: sentence.text, params: { sentence } }
}

function addFault(context: z.RefinementCtx, sentence: Sentence): void {
  context.addIssue({ code: 'custom', message: sentence.text, params: { sentence }, continue: false })
}

/** Reports the first rule that a value breaks. */
function rule(sentence: Sentence) {
  return { ...fault(sentence), abort: true }
}

/** More than any spelling of a character takes, with marks, joiners and the white space around it. */
const unitsOfACharacter = 10

/** A text that may have `max` code points once it is read. One that is given far longer is refused before anything else looks at it. */
function given(max: number) {
  return z.string().refine((text) => text.length <= max * unitsOfACharacter, rule(faults.tooLong({ max })))
}

/** One line of text, NFC, trimmed, of `min` to `max` code points. */
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

/** A name by which people recognise something or somebody: no word may look like another one. */
export function name(max: number) {
  return line(1, max)
    .superRefine((text, context) => {
      const scripts = mixedScripts(text)?.join(' and ')
      if (scripts !== undefined) addFault(context, faults.mixedScripts({ scripts }))
    })
    .meta({ minLength: 1, maxLength: max })
}

/** A text that may hold line ends, at most `max` code points. */
export function multiline(max: number) {
  return given(max)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), rule(faults.notWellFormed))
    .refine((text) => characters(text) <= max, rule(faults.tooLong({ max })))
    .meta({ maxLength: max })
}

const longestPhrase = 200
/** A tracked phrase for display: NFC, trimmed, white space collapsed, without characters that are not seen or typed. */
export const phrase = given(longestPhrase)
  .transform((text) => withoutHidden(text).replace(/\s+/gu, ' ').trim())
  .pipe(line(1, longestPhrase))
  .meta({ minLength: 1, maxLength: longestPhrase })

/** The identity of a phrase: two phrases with the same one are the same keyword. */
export function phraseIdentity(text: string): string {
  const composed = normalForm(text, 'NFC').replace(/\s+/gu, ' ').trim()
  return normalForm(composed.split('ı').map(caseFolded).join('ı'), 'NFC')
}

/** Folds case where lower case alone does not (ß, ẞ and ss, σ and ς). Callers exclude ı: its upper case is that of i, a different letter. */
function caseFolded(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase()
}

/** A website as users write it, as a bare host. */
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

/** A figure of others' with as many decimals as mean something. */
export function rounded(decimals: number): z.ZodNumber {
  const unit = 10 ** decimals
  return z.number().overwrite((value) => Math.round(value * unit) / unit)
}

/** Paging of long lists. */
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

/** Lists that are read again and again: only what was updated since. The first page says what to ask with next time. */
export const updatedSince = described(
  dateTime.optional(),
  'Only rows that changed at this time or later: the `nextUpdatedSince` of the time before, or an early time to begin with. Deleted rows are not among them: read the whole list now and then',
  '2026-03-01T06:00:00.000Z',
)
export const nextUpdatedSince = described(
  timestamp.optional(),
  'On the first page, also of a call without `updatedSince`: what to ask with the next time. Nothing is missed then; a row may come twice',
)

/** The state of the data, in every read that can collect. */
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

/** Of an answer to a create, which may be posted again. */
export const created = described(z.boolean(), 'False: it was there already, and is answered as it is', true)
export const ok = described(z.literal(true), 'It is done', true)
/** Of an answer to a deletion into the trash. */
export const restorableUntil = described(
  timestamp.optional(),
  'Until when it can be brought back with its history: by adding the same again, or in the dashboard. Absent: it is deleted for good',
)
/** Of an answer to a create: what was in the trash has come back with its history. */
export const revived = described(
  z.literal(true).optional(),
  'Only where it was deleted less than 30 days ago: it is back with its id and its history',
  true,
)

/** Where a collected row comes from. */
export const provenance = {
  source: described(
    z.string(),
    'The provider that answered, `searxng` with the engines that it asked (`searxng:google`); `own_pages`: the results pages of your own checks',
    'serpapi',
  ),
  sandbox: described(z.literal(true).optional(), 'True if the sandbox simulated the provider; else absent', true),
}
export const window = (maxDays: number) => z.int().min(1).max(maxDays).optional()
/** An inclusive bound: a UTC date or a moment. */
export const dateBound = z.union([z.iso.date(), dateTime], { error: `must be a date (YYYY-MM-DD) or ${aDateTime}` })
/** Whose ranks: the site's alone, or those of its competitors too. */
export const hosts = z.enum(['own', 'all'])
