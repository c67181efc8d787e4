import * as f from '@rts/shared/contract/fields'
import { historyRow } from '@rts/shared/contract/rows/keyword'
import {
  rivalFilters,
  rivalSummary,
  standingFilters,
  standingSorts,
  standingSummary,
} from '@rts/shared/contract/rows/question'
import { comparisonRow, type datedOverviewRow, overviewRow } from '@rts/shared/contract/rows/rank'
import { z } from 'zod'
import {
  competitorFilter,
  fieldsOf,
  given,
  keywordId,
  pageOf,
  paging,
  projectId,
  requireTracked,
  since,
  withFields,
} from './fields.ts'
import { figureFields, figuresOf, orderByValue, rowFigures } from './figures.ts'
import { hintOf, reach } from './reach.ts'
import { defineTool, reading } from './tool.ts'

const question = {
  query: f.line(1, 200).optional().describe('Part of the phrase; rows and summary'),
  since: since.optional().describe('Compare with this day; previousPosition null: not checked then'),
}
const valuedRow = overviewRow.extend(rowFigures.partial().shape)

export const keywordPositionsTool = defineTool('overview.get', {
  title: 'Keyword positions',
  description:
    'Positions of keywords and a summary; "what fell this week?" is filter down, sort change, since that day.\nchange = previousPosition − position: positive is up. position 0: not found within depth; null: not checked. up includes new, down lost; comparable keywords, single checks: places tremble. frozen: beyond the plan.',
  input: z.strictObject({
    ...projectId,
    ...question,
    query: question.query.describe('Part of the phrase; rows, summary, score'),
    sort: z
      .enum([...standingSorts, 'value'])
      .optional()
      .describe('change: largest moves first'),
    filter: z.enum(standingFilters).optional(),
    fields: fieldsOf(valuedRow).describe('volume, cpc, intent, difficulty, value: only if asked for'),
    ...paging,
  }),
  output: z.object({
    score: z.number(),
    summary: standingSummary,
    ...reach,
    rows: z.array(valuedRow.partial().required({ id: true, keyword: true })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id: id, query: q, sort, since: day, filter, fields, ...page }, context) => {
    const isValued = sort === 'value'
    const figures = isValued || fields?.some((name) => figureFields.has(name)) ? await figuresOf(id, context) : null
    const ids = isValued ? orderByValue(figures) : undefined
    const query = {
      counted: true as const,
      ...given({ q, sort: isValued ? undefined : sort, since: day, filter, ids: ids?.length === 0 ? undefined : ids }),
      ...pageOf(page),
    }
    const { keywords, summary, ...more } = await context.call('overview.get', { params: { id }, query })
    const answer = { ...more, summary: counted(summary) }
    const rows = keywords.map((row) => ({ ...undated(row), ...figures?.get(row.id) }))
    const unvalued = ids?.length === 0 ? { hint: noValues } : {}
    return { ...answer, ...hintOf(answer, day), ...unvalued, rows: withFields(rows, fields, ['id', 'keyword']) }
  },
})

function undated(row: z.output<typeof datedOverviewRow>): z.output<typeof overviewRow> {
  const { tags: _tags, positions: _positions, urls: _urls, checkedAts: _times, depths: _depths, ...present } = row
  return present
}

function counted<S>(summary: S | undefined): S {
  if (summary === undefined) throw new Error('a counted list without its counts')
  return summary
}

const noValues = 'No value of a keyword is known yet, so they are in their own order: keyword_planner collects volumes.'

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

export const rankCompareTool = defineTool('rankComparison.list', {
  title: 'Compare positions',
  description:
    'Keywords with the positions of the site and its competitors, and a summary of who leads and who passed whom; "who passed us?" is filter passed_us.\nNeeds the Starter plan and a competitor: add_competitor. Signs and zeros as in keyword_positions.',
  input: z.strictObject({
    ...projectId,
    ...competitorFilter,
    ...question,
    sort: z.enum(standingSorts).optional(),
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
  run: async ({ project_id: id, query: q, sort, since: day, filter, competitors, fields, ...page }, context) => {
    await requireTracked(competitors, id, context)
    const query = { counted: true as const, ...given({ q, sort, since: day, filter, competitors }), ...pageOf(page) }
    const { competitors: _all, summary, ...more } = await context.call('rankComparison.list', { params: { id }, query })
    const answer = { ...more, summary: counted(summary) }
    return { ...answer, ...hintOf(answer, day), rows: withFields(answer.rows, fields, ['keywordId', 'keyword']) }
  },
})
