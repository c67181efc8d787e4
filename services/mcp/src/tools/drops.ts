import * as f from '@rts/shared/contract/fields'
import { longestPage } from '@rts/shared/contract/operations/content'
import { issueRow } from '@rts/shared/contract/rows/content'
import { type FallRow, fallRow, unfallen } from '@rts/shared/contract/rows/page-standing'
import { standingSummary } from '@rts/shared/contract/rows/question'
import { noteRow } from '@rts/shared/contract/rows/series'
import { AppError } from '@rts/shared/errors'
import { withoutFragment } from '@rts/shared/hosts'
import { z } from 'zod'
import { given, projectId, since, siteIdOf } from './fields.ts'
import { hintOf, reach } from './reach.ts'
import { defineTool, reading, type ToolContext } from './tool.ts'

const issueOnPage = issueRow
  .pick({ code: true, severity: true, title: true, isNew: true, firstSeen: true })
  .extend({ detail: z.string().nullable() })
type Audit = { updatedAt: string | null; issues: z.output<typeof issueRow>[] }
const maxIssues = 5
const maxNotes = 20
const notCompared =
  'isCompared false: results pages of both days are not stored, so who came ahead is not known; results_page has those that are.'
const unknownIssues = 'issues null: not known at the moment, which does not mean that the page has none.'

export const rankDropsTool = defineTool('falls.list', {
  title: 'What changed while it fell',
  description:
    'The keywords that fell furthest since a day, and what changed meanwhile: who came ahead (the fall from the other side), addresses, new blocks, issues of the page, notes. Coincidences, not causes: unfallen counts the blocks where nothing fell. Many down in summary: rather an update or the whole site.\nNeeds the Starter plan.',
  input: z.strictObject({
    ...projectId,
    since,
    query: f.line(1, 200).optional(),
    limit: z.int().min(1).max(10).default(5),
  }),
  output: z.object({
    summary: standingSummary,
    ...reach,
    rows: z.array(fallRow.extend({ issues: z.array(issueOnPage).nullable() })),
    unfallen: unfallen.optional(),
    total: z.int(),
    notes: z.array(noteRow.pick({ day: true, text: true })),
    auditedAt: f.timestamp.nullable(),
  }),
  hints: reading,
  run: async ({ project_id, since: day, query: part, limit }, context) => {
    const id = await siteIdOf(project_id, context)
    const falls = await context.call('falls.list', { params: { id }, query: { since: day, limit, ...given({ part }) } })
    const pages = falls.rows.map(pageOf)
    const audit = await auditOf(id, pages.filter(isAskable), context)
    const rows = falls.rows.map((row, i) => ({ ...row, issues: issuesOn(pages[i] ?? null, audit) }))
    const hints = [
      hintOf(falls, day).hint,
      rows.some((row) => !row.isCompared) ? notCompared : undefined,
      rows.some(({ issues }) => issues === null) ? unknownIssues : undefined,
    ]
    const hint = hints.filter((each) => each !== undefined).join(' ')
    return {
      ...falls,
      ...(hint && { hint }),
      rows,
      notes: falls.notes.slice(-maxNotes).map(({ day: noted, text }) => ({ day: noted, text })),
      auditedAt: audit?.updatedAt ?? null,
    }
  },
})

function pageOf({ url, ownBefore }: FallRow): string | null {
  const address = url ?? ownBefore[0]?.url
  return address ? withoutFragment(address) : null
}

function isAskable(page: string | null): page is string {
  return page !== null && page.length <= longestPage
}

/** Null while the owner does not answer: falls are useful without it. */
async function auditOf(id: string, pages: readonly string[], { call }: ToolContext): Promise<Audit | null> {
  if (pages.length === 0) return { updatedAt: null, issues: [] }
  return call('issues.list', { params: { id }, query: { urls: [...new Set(pages)] } }).catch((error: unknown) => {
    if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'timeout')) return null
    throw error
  })
}

function issuesOn(page: string | null, audit: Audit | null): z.output<typeof issueOnPage>[] | null {
  if (page === null) return []
  if (!isAskable(page) || audit === null) return null
  return audit.issues
    .filter(isNews)
    .flatMap(({ code, severity, title, isNew, firstSeen, urls }) =>
      urls
        .filter(({ url }) => withoutFragment(url) === page)
        .map(({ detail }) => ({ code, severity, title, isNew, firstSeen, detail })),
    )
    .slice(0, maxIssues)
}

/** In a first audit it may be as old as the page. */
function isNews({ severity, isNew }: Audit['issues'][number]): boolean {
  return severity === 'error' || isNew
}
