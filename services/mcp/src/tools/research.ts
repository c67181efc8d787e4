import * as f from '@rts/shared/contract/fields'
import { backlinkRow, gapRow, plannerRow, trafficRow } from '@rts/shared/contract/rows/research'
import { z } from 'zod'
import { filteredPage } from '../domain/filtered-page.ts'
import { competitorFilter, given, locale, pageOf, paging, projectId, requireTracked, siteIdOf } from './fields.ts'
import { withOnly } from './ranks.ts'
import { defineTool } from './tool.ts'

const reading = { reads: true, idempotent: true, openWorld: true }
const hint = z.string().nullable()
const listOf = <R extends z.ZodType>(row: R) => ({ ...f.collectState, rows: z.array(row), ...f.paged })
const collecting = 'While status is collecting, call again after retryAfterSeconds.'

export const keywordGapTool = defineTool('gap.list', {
  title: 'Keyword gap',
  description: `Keywords for which competitors rank and the site does not, or ranks lower.\nNeeds the Starter plan and at least one competitor. ${collecting}`,
  input: z.strictObject({ ...projectId, ...competitorFilter, ...paging }),
  output: z.object({ ...listOf(gapRow), hint }),
  hints: reading,
  run: async ({ project_id, competitors, ...page }, context) => {
    const id = await siteIdOf(project_id, context)
    await requireTracked(competitors, id, context)
    const list = await context.call('gap.list', { params: { id }, query: pageOf(page) })
    return { ...list, rows: list.rows.map((row) => withOnly(row, competitors)) }
  },
})

export const competitorTrafficTool = defineTool('traffic.list', {
  title: 'Competitor traffic',
  description: `Estimated organic traffic of each competitor: visits, keywords, value and top pages.\nNeeds the Starter plan. ${collecting}`,
  input: z.strictObject({ ...projectId, ...competitorFilter, ...paging }),
  output: z.object({ ...listOf(trafficRow), hint }),
  hints: reading,
  run: async ({ project_id, competitors, ...page }, context) => {
    const id = await siteIdOf(project_id, context)
    await requireTracked(competitors, id, context)
    const list = await context.call('traffic.list', { params: { id } })
    const rows = list.rows.filter(({ domain }) => competitors?.includes(domain) ?? true)
    return { ...list, ...filteredPage(rows, page) }
  },
})

export const keywordPlannerTool = defineTool('planner.list', {
  title: 'Keyword planner',
  description: `Keyword ideas with volume, difficulty, bids and whether they are tracked.\nNeeds the Starter plan. Without q it starts from the tracked keywords. ${collecting}`,
  input: z.strictObject({
    ...projectId,
    q: f.phrase.optional().describe('A phrase to start from'),
    ...locale,
    ...paging,
  }),
  output: z.object({ ...listOf(plannerRow), hint }),
  hints: reading,
  run: async ({ project_id, q, country, language, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    return context.call('planner.list', { params, query: { ...given({ q, country, language }), ...pageOf(page) } })
  },
})

export const backlinkReviewTool = defineTool('backlinks.list', {
  title: 'Backlink review',
  description: `Links to the site first seen or lost in the last days, each with a suggestion: keep, review or disavow.\nNeeds the Starter plan. To disavow links, use the dashboard. ${collecting}`,
  input: z.strictObject({
    ...projectId,
    days: z.int().min(1).max(365).optional().describe('Window in days; 30 by default'),
    ...paging,
  }),
  output: z.object(listOf(backlinkRow)),
  hints: reading,
  run: async ({ project_id, days, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    return context.call('backlinks.list', { params, query: { ...given({ days }), ...pageOf(page) } })
  },
})
