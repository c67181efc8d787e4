import * as f from '@rts/shared/contract/fields'
import { historyRow } from '@rts/shared/contract/rows/keyword'
import {
  rivalFilters,
  rivalSummary,
  standingFilters,
  standingSorts,
  standingSummary,
} from '@rts/shared/contract/rows/question'
import { comparisonRow, overviewRow } from '@rts/shared/contract/rows/rank'
import { z } from 'zod'
import { competitorFilter, given, keywordId, pageOf, paging, projectId, requireTracked } from './fields.ts'
import { fieldsOf, withFields } from './selection.ts'
import { defineTool, reading } from './tool.ts'

const question = {
  query: f.line(1, 200).optional().describe('Part of the phrase; rows and summary'),
  sort: z.enum(standingSorts).optional().describe('change: largest moves first'),
  since: z.iso
    .date({ error: 'must be a date (YYYY-MM-DD)' })
    .optional()
    .describe('Compare with this day, not the last check; previousPosition null: not checked then'),
}
/** How far a comparison with a day reaches. */
const reach = { firstCheckedOn: z.iso.date().nullable().optional(), hint: z.string().optional() }

type Compared = { summary: { keywords: number; comparable: number }; firstCheckedOn?: string | null | undefined }

/** Says that counts of zero are no answer, where no keyword was checked then. */
function hintOf({ summary, firstCheckedOn }: Compared, since: string | undefined): { hint?: string } {
  if (since === undefined || summary.comparable > 0 || summary.keywords === 0) return {}
  const begin = firstCheckedOn
    ? `The first check was on ${firstCheckedOn}: ask since a later day`
    : 'None was checked yet'
  return { hint: `No keyword has a rank of ${since} to compare with, so the counts of moves are 0. ${begin}.` }
}

export const keywordPositionsTool = defineTool('standings.list', {
  title: 'Keyword positions',
  description:
    'Positions of a site’s keywords and a summary counting all of them; "what fell this week?" is filter down, sort change, since that day.\nchange = previousPosition − position: positive is up, better. position 0: not found within depth; null: not checked yet. up includes new, down includes lost; of comparable keywords alone. frozen: beyond the plan, not checked.',
  input: z.strictObject({
    ...projectId,
    ...question,
    filter: z.enum(standingFilters).optional(),
    fields: fieldsOf(overviewRow),
    ...paging,
  }),
  output: z.object({
    score: z.number(),
    summary: standingSummary,
    ...reach,
    rows: z.array(overviewRow.partial().required({ id: true, keyword: true })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id: id, query: q, sort, since, filter, fields, ...page }, { call }) => {
    const query = { ...given({ q, sort, since, filter }), ...pageOf(page) }
    const answer = await call('standings.list', { params: { id }, query })
    return { ...answer, ...hintOf(answer, since), rows: withFields(answer.rows, fields, ['id', 'keyword']) }
  },
})

export const rankHistoryTool = defineTool('history.list', {
  title: 'Position history',
  description:
    'The checks of one keyword, oldest first; limit selects the latest, nextCursor continues with older ones. position 0: not found within depth.',
  input: z.strictObject({
    ...projectId,
    ...keywordId,
    from: f.dateBound.optional(),
    to: f.dateBound.optional(),
    ...paging,
  }),
  output: z.object({ rows: z.array(historyRow), ...f.paged }),
  hints: reading,
  run: async ({ project_id: id, keyword_id: kid, from, to, ...page }, context) => {
    const query = { ...given({ from, to }), ...pageOf(page) }
    const { history, total, nextCursor } = await context.call('history.list', { params: { id, kid }, query })
    return { rows: history, total, nextCursor }
  },
})

export const rankCompareTool = defineTool('rivalStandings.list', {
  title: 'Compare positions',
  description:
    'Keywords with the positions of the site and its competitors, and a summary of who leads and who passed whom; "who passed us?" is filter passed_us.\nNeeds the Starter plan and a competitor: add_competitor. Signs and zeros as in keyword_positions.',
  input: z.strictObject({
    ...projectId,
    ...competitorFilter,
    ...question,
    filter: z.enum(rivalFilters).optional(),
    fields: fieldsOf(comparisonRow),
    ...paging,
  }),
  output: z.object({
    summary: rivalSummary,
    ...reach,
    rows: z.array(comparisonRow.partial().required({ keywordId: true, keyword: true })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id: id, query: q, sort, since, filter, competitors, fields, ...page }, context) => {
    await requireTracked(competitors, id, context)
    const query = { ...given({ q, sort, since, filter, competitors }), ...pageOf(page) }
    const answer = await context.call('rivalStandings.list', { params: { id }, query })
    return { ...answer, ...hintOf(answer, since), rows: withFields(answer.rows, fields, ['keywordId', 'keyword']) }
  },
})
