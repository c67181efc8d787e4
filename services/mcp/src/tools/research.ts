import * as f from '@rts/shared/contract/fields'
import { backlinkRow } from '@rts/shared/contract/rows/backlink'
import { gapRow, plannerRow, trafficRow } from '@rts/shared/contract/rows/research'
import { askedList } from '@rts/shared/cursor'
import { z } from 'zod'
import { competitorFilter, given, locale, pageOf, paging, projectId, requireTracked, siteIdOf } from './fields.ts'
import { filteredPage } from './rules/filtered-page.ts'
import { defineTool, reading } from './tool.ts'

const hint = z.string().nullable()
const listOf = <R extends z.ZodType>(row: R) => ({ ...f.collectState, rows: z.array(row), ...f.paged })

export const keywordGapTool = defineTool('rivalGap.list', {
  title: 'Keyword gap',
  description:
    'Keywords for which competitors rank within the first 20: type missing, the site is not found; weak, far behind; shared, near or ahead.\nNeeds the Starter plan and a competitor: add_competitor.',
  input: z.strictObject({ ...projectId, ...competitorFilter, ...paging }),
  output: z.object({ ...listOf(gapRow), hint }),
  hints: reading,
  run: async ({ project_id, competitors, ...page }, context) => {
    const id = await siteIdOf(project_id, context)
    await requireTracked(competitors, id, context)
    return context.call('rivalGap.list', { params: { id }, query: { ...given({ competitors }), ...pageOf(page) } })
  },
})

export const competitorTrafficTool = defineTool('traffic.list', {
  title: 'Competitor traffic',
  description:
    'Estimated search traffic of each competitor: visits a month, keywords, value in USD, top pages.\nNeeds the Starter plan.',
  input: z.strictObject({ ...projectId, ...competitorFilter, ...paging }),
  output: z.object({ ...listOf(trafficRow), hint }),
  hints: reading,
  run: async ({ project_id, competitors, ...page }, context) => {
    const id = await siteIdOf(project_id, context)
    await requireTracked(competitors, id, context)
    const list = await context.call('traffic.list', { params: { id } })
    const rows = list.rows.filter(({ domain }) => competitors?.includes(domain) ?? true)
    return { ...list, ...filteredPage(askedList('traffic', { competitors }), rows, page) }
  },
})

export const keywordPlannerTool = defineTool('planner.list', {
  title: 'Keyword planner',
  description:
    'Keyword ideas with volume, difficulty, bids in USD and whether they are tracked.\nNeeds the Starter plan. Without q it starts from the tracked keywords.',
  input: z.strictObject({
    ...projectId,
    q: f.phrase.optional(),
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
  description:
    'Links to the site first seen or lost in the last days (30 by default), each with a suggestion: keep, review or disavow.\nNeeds the Starter plan. Disavowing is done in the dashboard.',
  input: z.strictObject({
    ...projectId,
    days: z.int().min(1).max(365).optional(),
    ...paging,
  }),
  output: z.object(listOf(backlinkRow)),
  hints: reading,
  run: async ({ project_id, days, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    return context.call('backlinks.list', { params, query: { ...given({ days }), ...pageOf(page) } })
  },
})
