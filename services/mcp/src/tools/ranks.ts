import * as f from '@rts/shared/contract/fields'
import { historyRow } from '@rts/shared/contract/rows/keyword'
import { comparisonRow, competitorRow, overviewRow } from '@rts/shared/contract/rows/rank'
import { z } from 'zod'
import { filteredPage } from '../domain/filtered-page.ts'
import { competitorFilter, given, pageOf, paging, projectId, requireTracked } from './fields.ts'
import { defineTool, type ToolContext } from './tool.ts'

const reading = { reads: true, idempotent: true, openWorld: true }

export const keywordPositionsTool = defineTool('overview.get', {
  title: 'Present positions',
  description:
    'The present, previous and best position of each keyword of a site, and a visibility score from 0 to 100.\nPosition 0: checked and not found; null: never checked. lastCheck shows whether a check waits (queued) or failed. Use query to find keywords by their text.',
  input: z.strictObject({
    ...projectId,
    query: f.line(1, 200).optional().describe('Only keywords that contain this text'),
    ...paging,
  }),
  output: z.object({ score: z.number(), rows: z.array(overviewRow), ...f.paged }),
  hints: reading,
  run: async ({ project_id: id, query, ...page }, context) => {
    if (query !== undefined) return findPositions(id, query, page, context)
    const { score, keywords, total, nextCursor } = await context.call('overview.get', {
      params: { id },
      query: pageOf(page),
    })
    return { score, rows: keywords, total, nextCursor }
  },
})

/** The owner has no search, so all rows are read; the owner keeps them small. */
async function findPositions(
  id: string | undefined,
  query: string,
  page: { limit: number; cursor?: string | undefined },
  { call }: ToolContext,
) {
  const wanted = query.toLowerCase()
  const found: z.output<typeof overviewRow>[] = []
  let score = 0
  let cursor: string | null | undefined
  do {
    const part = await call('overview.get', { params: { id }, query: { limit: 1_000, ...(cursor ? { cursor } : {}) } })
    score = part.score
    found.push(...part.keywords.filter(({ keyword }) => keyword.toLowerCase().includes(wanted)))
    cursor = part.nextCursor
  } while (cursor)
  return { score, ...filteredPage(found, page) }
}

export const rankHistoryTool = defineTool('history.list', {
  title: 'Position history',
  description:
    'The positions of one keyword over time, oldest first; limit selects the latest, nextCursor continues with older ones.\nkeyword_id comes from add_keyword or keyword_positions. Position 0: not found within depth.',
  input: z.strictObject({
    ...projectId,
    keyword_id: f.idParam.describe('The keyword id from add_keyword or keyword_positions'),
    from: f.dateBound.optional().describe('First day or moment, UTC'),
    to: f.dateBound.optional().describe('Last day or moment, UTC'),
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

export const competitorsTool = defineTool('competitors.list', {
  title: 'Competitors',
  description:
    'The websites that a site is compared with.\nUse it before rank_compare, keyword_gap or competitor_traffic.',
  input: z.strictObject(projectId),
  output: z.object({ rows: z.array(competitorRow), total: z.int() }),
  hints: { reads: true, idempotent: true, openWorld: false },
  run: async ({ project_id: id }, { call }) => {
    const { competitors } = await call('competitors.list', { params: { id } })
    return { rows: competitors, total: competitors.length }
  },
})

export const rankCompareTool = defineTool('rankComparison.list', {
  title: 'Compare positions',
  description:
    'Each keyword with the positions of the site and of its competitors.\nNeeds the Starter plan. Use competitors to select up to five of them.',
  input: z.strictObject({ ...projectId, ...competitorFilter, ...paging }),
  output: z.object({ rows: z.array(comparisonRow), ...f.paged }),
  hints: reading,
  run: async ({ project_id: id, competitors, ...page }, context) => {
    await requireTracked(competitors, id, context)
    const query = pageOf(page)
    const { rows, total, nextCursor } = await context.call('rankComparison.list', { params: { id }, query })
    return { rows: rows.map((row) => withOnly(row, competitors)), total, nextCursor }
  },
})

/** A row with only the selected competitors. */
export function withOnly<R extends { competitors: { domain: string }[] }>(row: R, asked: string[] | undefined): R {
  if (!asked) return row
  return { ...row, competitors: row.competitors.filter(({ domain }) => asked.includes(domain)) }
}
