import * as f from '@rts/shared/contract/fields'
import { auditState, goneIssueRow, issueRow } from '@rts/shared/contract/rows/content'
import { askedList } from '@rts/shared/cursor'
import { z } from 'zod'
import { fieldsOf, given, pageOf, paging, projectId, siteIdOf, withFields } from './fields.ts'
import { filteredPage } from './rules/filtered-page.ts'
import { defineTool, reading } from './tool.ts'

const issueCount = issueRow.omit({ urls: true })
const gone = goneIssueRow.pick({ code: true, severity: true, title: true, count: true })
/** Since the last crawl; an answer has no room for all codes. */
const maxGone = 20

export const onPageIssuesTool = defineTool('issues.list', {
  title: 'On-page issues',
  description:
    'Issues that the audit found, each with a count and how to fix it. issue_pages has the addresses; gone lists those fixed since.',
  input: z.strictObject({
    ...projectId,
    severity: z.enum(['error', 'warning', 'notice']).optional(),
    fields: fieldsOf(issueCount),
    ...paging,
  }),
  output: z.object({
    ...f.collectState,
    ...auditState,
    rows: z.array(issueCount.partial().required({ code: true, title: true })),
    gone: z.array(gone),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id, severity, fields, ...page }, context) => {
    const id = await siteIdOf(project_id, context)
    const { issues, ...state } = await context.call('issues.list', { params: { id }, query: {} })
    const rows = issues.filter((issue) => severity === undefined || issue.severity === severity)
    const counts = rows.map(({ urls: _urls, ...row }) => row)
    const list = filteredPage(askedList('issues', { id, severity }), counts, page)
    const fixed = state.gone.slice(0, maxGone)
    return {
      ...state,
      ...list,
      rows: withFields(list.rows, fields, ['code', 'title']),
      gone: fixed.map(({ code, title, count, ...row }) => ({ code, severity: row.severity, title, count })),
    }
  },
})

export const issuePagesTool = defineTool('issuePages.list', {
  title: 'Pages with issues',
  description:
    'The addresses of pages with issues.\nNeeds the Starter plan. code, from on_page_issues, selects one kind of issue.',
  input: z.strictObject({ ...projectId, code: f.line(1, 100).optional(), ...paging }),
  output: z.object({
    ...f.collectState,
    rows: z.array(z.object({ code: z.string(), url: z.string(), detail: z.string().nullable() })),
    ...f.paged,
  }),
  hints: reading,
  run: async ({ project_id, code, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    return context.call('issuePages.list', { params, query: { ...given({ code }), ...pageOf(page) } })
  },
})
