import * as f from '@rts/shared/contract/fields'
import { backlinkRow, linkStates, linkSuggestions } from '@rts/shared/contract/rows/backlink'
import { z } from 'zod'
import { fieldsOf, given, pageOf, paging, projectId, siteIdOf, withFields } from './fields.ts'
import { defineTool, reading } from './tool.ts'

export const backlinkReviewTool = defineTool('backlinks.list', {
  title: 'Backlink review',
  description:
    'Links to the site first seen or lost in the last days (30 by default), each with a suggestion and reasons.\nNeeds the Starter plan. Disavowing is done in the dashboard.',
  input: z.strictObject({
    ...projectId,
    days: z.int().min(1).max(365).optional(),
    suggestion: z.enum(linkSuggestions).optional(),
    state: z.enum(linkStates).optional(),
    query: f.line(1, 200).optional().describe('Part of the host, page, title or anchor'),
    fields: fieldsOf(backlinkRow),
    ...paging,
  }),
  output: z.object({
    ...f.collectState,
    rows: z.array(backlinkRow.partial().required({ id: true, domainFrom: true })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id, days, suggestion, state, query: part, fields, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    const query = { ...given({ days, suggestion, state, part }), ...pageOf(page) }
    const list = await context.call('backlinks.list', { params, query })
    return { ...list, rows: withFields(list.rows, fields, ['id', 'domainFrom']) }
  },
})
