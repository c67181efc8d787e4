import type { Caller } from '@rts/shared/contract/caller'
import * as f from '@rts/shared/contract/fields'
import { keywordRow, type SkippedLine, skippedLineRow } from '@rts/shared/contract/rows/keyword'
import { invalidField } from '@rts/shared/errors'
import { z } from 'zod'
import { given, keywordId, locale, projectId, variant } from './fields.ts'
import { higherPlan } from './rules/refusal-text.ts'
import { defineTool } from './tool.ts'

/** Most checks take seconds, queued pages minutes. */
const retryAfterSeconds = 15
const maxKeywords = 100

export const addKeywordTool = defineTool('keywords.create', {
  title: 'Track keywords',
  description: `Track a phrase, or up to ${maxKeywords} in keywords; first checks start at once: while lastCheck is queued, call keyword_positions after retryAfterSeconds.\nA tracked phrase stays as it is (created false); of keywords, skipped says which were not added and why. Each device and city of a phrase counts. Guests have two keywords.`,
  input: z
    .strictObject({
      ...projectId,
      keyword: f.phrase.optional().describe('As people type it'),
      keywords: z.array(z.string()).min(1).max(maxKeywords).optional(),
      ...locale,
      ...variant,
    })
    .refine(({ keyword, keywords }) => (keyword === undefined) !== (keywords === undefined), {
      error: 'give either keyword or keywords',
      path: ['keyword'],
    }),
  output: z.object({
    keyword: keywordRow.optional(),
    created: z.boolean().optional(),
    revived: f.revived,
    added: z.array(keywordRow.pick({ id: true, keyword: true })).optional(),
    skipped: z.array(skippedLineRow.omit({ line: true }).extend({ reason: z.string() })).optional(),
    retryAfterSeconds: z.int().optional(),
  }),
  hints: { reads: false, idempotent: true, openWorld: false },
  run: async ({ project_id: id, keyword, keywords = [], ...place }, { call, caller, appUrl }) => {
    if (keyword !== undefined) {
      const added = await call('keywords.create', { params: { id }, body: { keyword, ...given(place) } })
      return { ...added, ...waitFor([added.keyword]) }
    }
    const { phrases, invalid } = readPhrases(keywords)
    const [first] = invalid
    if (first && phrases.length === 0) throw invalidField('keywords', first.reason)
    const body = { text: phrases.join('\n'), ...given(place) }
    const bulk = await call('keywords.createBulk', { params: { id }, body })
    return {
      added: bulk.keywords.map((row) => ({ id: row.id, keyword: row.keyword })),
      skipped: [
        ...invalid,
        ...bulk.skippedLines.map(({ keyword: phrase, code }) => ({
          keyword: phrase,
          code,
          reason: skippedBecause(code, caller, appUrl),
        })),
      ],
      ...waitFor(bulk.keywords),
    }
  },
})

/** One bad text must not block the rest. */
function readPhrases(texts: readonly string[]) {
  const read = texts.map((text) => ({ text, ...f.phrase.safeParse(text) }))
  const invalid = read.flatMap(({ text, error }) => {
    const reason = error?.issues[0]?.message
    return reason === undefined ? [] : [{ keyword: [...text].slice(0, 200).join(''), code: 'invalid' as const, reason }]
  })
  return { phrases: read.flatMap(({ data }) => data ?? []), invalid }
}

function skippedBecause(code: SkippedLine['code'], caller: Caller, appUrl: string): string {
  if (code === 'duplicate') return 'Is tracked already, or given twice: keyword_positions has it.'
  if (code === 'invalid') return 'Is no phrase that can be tracked: give words as people type them.'
  return `The plan has no place for it; keywords of frozen sites do not count. remove_keyword makes room. ${higherPlan(caller, appUrl)}`
}

function waitFor(keywords: readonly z.output<typeof keywordRow>[]) {
  return keywords.some(({ lastCheck }) => lastCheck?.status === 'queued') ? { retryAfterSeconds } : {}
}

export const removeKeywordTool = defineTool('keywords.delete', {
  title: 'Stop tracking a keyword',
  description:
    'Stop tracking a keyword; its place is free. Added again until restorableUntil, it has its history back. Ask the person first.',
  input: z.strictObject({ ...projectId, ...keywordId }),
  output: z.object({ ok: z.literal(true), restorableUntil: f.timestamp.optional() }),
  hints: { reads: false, idempotent: true, openWorld: false, destroys: true },
  run: ({ project_id: id, keyword_id: kid }, { call }) => call('keywords.delete', { params: { id, kid } }),
})
