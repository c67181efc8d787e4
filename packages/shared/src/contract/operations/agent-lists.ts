import { z } from 'zod'
import * as f from '../fields.ts'
import { siteLocale } from '../locale.ts'
import { defineOperations } from '../operation.ts'
import { backlinkRow, linkStates, linkSuggestions } from '../rows/backlink.ts'
import { ideaKinds, ideaRow, pageIssueRow } from '../rows/content.ts'
import { fallRow, pageStandings, unfallen } from '../rows/page-standing.ts'
import { engineMentions, mentionFilters, promptRow } from '../rows/prompt.ts'
import { standingSummary } from '../rows/question.ts'
import { intents, plannerRow } from '../rows/research.ts'
import { noteRow } from '../rows/series.ts'

const siteParams = z.strictObject({ id: f.siteId })
const paging = { limit: z.int().min(1).max(100).default(25), cursor: f.paging.cursor }
/** A part of a text. */
const part = f.line(1, 200).optional()
/** Only phrases like that; one whose figure is unknown is left out where its figure is asked for. */
export const narrowPhrases = {
  part,
  intent: z.enum(intents).optional(),
  minVolume: z.int().min(0).optional(),
  maxDifficulty: z.int().min(0).max(100).optional(),
}
/** Characters of an address. */
export const longestPage = 2_000
const hint = z.string().nullable()

/** Reads for agents alone, narrowed to the question where the data are stored: an agent pays for each row in tokens. */
export const agentListOperations = defineOperations({
  'pageStandings.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'Who stands where on the results page of a keyword, now and then',
    callers: ['account', 'guest'],
    params: z.strictObject({ id: f.siteParam, kid: f.idParam }),
    /** Then: the last page of that day or before; the page before the latest one without it. */
    query: z.strictObject({ since: z.iso.date().optional() }),
    response: pageStandings,
    mcp: { tool: 'results_page' },
  },
  'falls.list': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The keywords that fell furthest since a day, and what changed meanwhile on their results pages and on those of others',
    callers: ['account', 'guest'],
    params: z.strictObject({ id: f.siteParam }),
    query: z.strictObject({ since: z.iso.date(), part, limit: z.int().min(1).max(10).default(5) }),
    /** `notes`: what people noted since that day. */
    response: z.object({
      summary: standingSummary,
      firstCheckedOn: z.iso.date().nullable(),
      rows: z.array(fallRow),
      unfallen: unfallen.optional(),
      notes: z.array(noteRow),
      total: z.int(),
    }),
    mcp: { tool: 'rank_drops', gate: 'starter' },
  },
  'pageIssues.list': {
    owner: 'content',
    kind: 'read',
    summary: 'The issues that the last audit found on some pages; nothing is crawled for it',
    callers: ['account'],
    params: siteParams,
    query: z.strictObject({ urls: z.array(z.string().max(longestPage)).min(1).max(20) }),
    /** `auditedAt` is null before the first audit. */
    response: z.object({ auditedAt: f.timestamp.nullable(), rows: z.array(pageIssueRow) }),
  },
  'plannedPhrases.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keyword ideas like those asked for',
    callers: ['account'],
    params: siteParams,
    query: z.strictObject({
      q: f.phrase.optional(),
      ...siteLocale,
      ...narrowPhrases,
      tracked: z.boolean().optional(),
      ...paging,
    }),
    response: z.object({ ...f.collectState, rows: z.array(plannerRow), ...f.paged, hint }),
  },
  'reviewedLinks.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Links to the site like those asked for, with a review',
    callers: ['account'],
    params: siteParams,
    query: z.strictObject({
      days: f.window(365),
      /** Of the linking page, its host, its title or the anchor. */
      part,
      suggestion: z.enum(linkSuggestions).optional(),
      state: z.enum(linkStates).optional(),
      ...paging,
    }),
    response: z.object({ ...f.collectState, rows: z.array(backlinkRow), ...f.paged }),
  },
  'mentions.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Which AI engines name and cite the site, and by prompt',
    callers: ['account'],
    params: siteParams,
    query: z.strictObject({
      part,
      engine: z.string().min(1).max(50).optional(),
      filter: z.enum(mentionFilters).optional(),
      ...paging,
    }),
    /** `summary` is of all prompts with `part`, by engine. */
    response: z.object({
      ...f.collectState,
      summary: z.array(engineMentions),
      rows: z.array(promptRow),
      ...f.paged,
    }),
    mcp: { tool: 'ai_visibility' },
  },
  'writingIdeas.list': {
    owner: 'content',
    kind: 'read',
    collects: true,
    summary: 'What to write about next, like that asked for',
    callers: ['account'],
    params: siteParams,
    query: z.strictObject({
      q: f.phrase.optional(),
      ...siteLocale,
      kind: z.enum(ideaKinds).optional(),
      minVolume: narrowPhrases.minVolume,
      maxDifficulty: narrowPhrases.maxDifficulty,
      ...paging,
    }),
    response: z.object({ ...f.collectState, rows: z.array(ideaRow), ...f.paged }),
    mcp: { tool: 'content_ideas' },
  },
})
