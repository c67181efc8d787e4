import * as f from '@rts/shared/contract/fields'
import { gapRow, gapTypes, plannerRow, trafficRow } from '@rts/shared/contract/rows/research'
import { askedList } from '@rts/shared/cursor'
import { z } from 'zod'
import {
  competitorFilter,
  fieldsOf,
  given,
  locale,
  narrowOf,
  narrowPhrases,
  pageOf,
  paging,
  projectId,
  requireTracked,
  siteIdOf,
  withFields,
} from './fields.ts'
import { filteredPage } from './rules/filtered-page.ts'
import { defineTool, reading } from './tool.ts'

const hint = z.string().nullable()
const state = f.collectState

export const keywordGapTool = defineTool('gap.list', {
  title: 'Keyword gap',
  description:
    'Keywords for which competitors rank within the first 20: type missing, the site is not found; weak, far behind; shared, near or ahead.\nNeeds the Starter plan and a competitor: add_competitor.',
  input: z.strictObject({
    ...projectId,
    ...competitorFilter,
    ...narrowPhrases,
    type: z.enum(gapTypes).optional(),
    max_rival_position: z.int().min(1).max(100).optional(),
    fields: fieldsOf(gapRow),
    ...paging,
  }),
  output: z.object({ ...state, rows: z.array(gapRow.partial().required({ keyword: true })), ...f.paged, hint }),
  hints: reading,
  run: async ({ project_id, competitors, fields, limit, cursor, max_rival_position, ...narrow }, context) => {
    const id = await siteIdOf(project_id, context)
    await requireTracked(competitors, id, context)
    const asked = given({ ...narrowOf(narrow), competitors, maxRivalPosition: max_rival_position })
    const query = { ...asked, ...pageOf({ limit, cursor }) }
    const list = await context.call('gap.list', { params: { id }, query })
    return { ...list, rows: withFields(list.rows, fields, ['keyword']) }
  },
})

const maxTopPages = 10

export const competitorTrafficTool = defineTool('traffic.list', {
  title: 'Competitor traffic',
  description:
    'Estimated search traffic of each competitor: visits a month (an upper bound), keywords, value in USD, top pages.\nNeeds the Starter plan.',
  input: z.strictObject({ ...projectId, ...competitorFilter, fields: fieldsOf(trafficRow), ...paging }),
  output: z.object({
    ...state,
    rows: z.array(trafficRow.partial().required({ id: true, domain: true })),
    ...f.paged,
    hint,
  }),
  hints: reading,
  run: async ({ project_id, competitors, fields, ...page }, context) => {
    const id = await siteIdOf(project_id, context)
    await requireTracked(competitors, id, context)
    const list = await context.call('traffic.list', { params: { id } })
    const asked = list.rows.filter(({ domain }) => competitors?.includes(domain) ?? true)
    const { rows, ...paged } = filteredPage(askedList('traffic', { id, competitors }), asked, page)
    const short = rows.map((row) => ({ ...row, topPages: row.topPages.slice(0, maxTopPages) }))
    return { ...list, ...paged, rows: withFields(short, fields, ['id', 'domain']) }
  },
})

export const keywordPlannerTool = defineTool('planner.list', {
  title: 'Keyword planner',
  description:
    'Keyword ideas with volume, difficulty, bids in USD and tracked; trend when asked for.\nNeeds the Starter plan. Without q, the phrase to start from, it starts from the tracked keywords.',
  input: z.strictObject({
    ...projectId,
    q: f.phrase.optional(),
    ...locale,
    ...narrowPhrases,
    tracked: z.boolean().optional(),
    fields: fieldsOf(plannerRow),
    ...paging,
  }),
  output: z.object({ ...state, rows: z.array(plannerRow.partial().required({ keyword: true })), ...f.paged, hint }),
  hints: reading,
  run: async ({ project_id, fields, limit, cursor, q, country, language, tracked, ...narrow }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    const asked = given({ q, country, language, tracked, ...narrowOf(narrow) })
    const list = await context.call('planner.list', { params, query: { ...asked, ...pageOf({ limit, cursor }) } })
    return { ...list, rows: withFields(list.rows, fields, ['keyword'], ['trend']) }
  },
})
