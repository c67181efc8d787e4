import * as f from '@rts/shared/contract/fields'
import { pageIssueRow } from '@rts/shared/contract/rows/content'
import { fallRow } from '@rts/shared/contract/rows/page-standing'
import { standingSummary } from '@rts/shared/contract/rows/question'
import { noteRow } from '@rts/shared/contract/rows/series'
import { z } from 'zod'
import { given, projectId, since, siteIdOf } from './fields.ts'
import { hintOf, reach } from './reach.ts'
import { defineTool, reading } from './tool.ts'

const issueOnPage = pageIssueRow.omit({ url: true })
const mostIssues = 5
const mostNotes = 20

export const rankDropsTool = defineTool('falls.list', {
  title: 'Why it fell',
  description:
    'The keywords that fell furthest since a day, and what is known of why: who came ahead, addresses of the site then and now, new blocks on the results page, issues of its page, notes. Many down in summary: rather an update or the whole site.\nNeeds the Starter plan.',
  input: z.strictObject({
    ...projectId,
    since,
    query: f.line(1, 200).optional(),
    limit: z.int().min(1).max(10).default(5),
  }),
  output: z.object({
    summary: standingSummary,
    ...reach,
    rows: z.array(fallRow.extend({ issues: z.array(issueOnPage) })),
    total: z.int(),
    notes: z.array(noteRow.pick({ day: true, text: true })),
    auditedAt: f.timestamp.nullable(),
  }),
  hints: reading,
  run: async ({ project_id, since: day, query: part, limit }, context) => {
    const id = await siteIdOf(project_id, context)
    const falls = await context.call('falls.list', { params: { id }, query: { since: day, limit, ...given({ part }) } })
    const urlOf = (row: (typeof falls.rows)[number]) => row.url ?? row.ownBefore[0]?.url ?? null
    const urls = [...new Set(falls.rows.flatMap((row) => urlOf(row) ?? []))]
    const { auditedAt, rows: issues } =
      urls.length === 0
        ? { auditedAt: null, rows: [] }
        : await context.call('pageIssues.list', { params: { id }, query: { urls } })
    // An issue that the first audit found may be as old as the page.
    const isNews = ({ severity, isNew }: (typeof issues)[number]) => severity === 'error' || isNew
    const issuesOf = (url: string | null) =>
      issues
        .filter((issue) => issue.url === url && isNews(issue))
        .slice(0, mostIssues)
        .map(({ url: _url, ...issue }) => issue)
    return {
      ...falls,
      ...hintOf(falls, day),
      rows: falls.rows.map((row) => ({ ...row, issues: issuesOf(urlOf(row)) })),
      notes: falls.notes.slice(-mostNotes).map(({ day: noted, text }) => ({ day: noted, text })),
      auditedAt,
    }
  },
})
