import * as f from '@rts/shared/contract/fields'
import { pageStandings } from '@rts/shared/contract/rows/page-standing'
import { competingPagesRow } from '@rts/shared/contract/rows/results-page'
import { askedList } from '@rts/shared/cursor'
import { z } from 'zod'
import { given, keywordId, paging, projectId, since, siteIdOf } from './fields.ts'
import { filteredPage } from './rules/filtered-page.ts'
import { defineTool, reading } from './tool.ts'

const { firstPageAt, ...ofPage } = pageStandings.shape
const maxQuestions = 10

export const resultsPageTool = defineTool('pageStandings.get', {
  title: 'Results page',
  description:
    'Who stands where on a keyword’s latest stored results page, and stood on the one before or of since; owner marks the site and competitors. position null: left the page.',
  input: z.strictObject({ ...projectId, ...keywordId, since: since.optional(), ...paging }),
  output: z.object({ ...ofPage, ...f.paged, hint: z.string().optional() }),
  hints: reading,
  run: async ({ project_id: id, keyword_id: kid, since: day, ...page }, { call }) => {
    const found = await call('pageStandings.get', { params: { id, kid }, query: given({ since: day }) })
    const { firstPageAt: first, rows, questions, ...rest } = found
    const list = filteredPage(askedList('results-page', { kid, day, at: rest.page?.at }), rows, page)
    return { ...rest, questions: questions.slice(0, maxQuestions), ...list, ...hintOf(first, found.earlier !== null) }
  },
})

function hintOf(first: z.output<typeof firstPageAt>, isCompared: boolean): { hint?: string } {
  if (first === null) return { hint: 'No results page of this keyword is stored yet: one is with its next check.' }
  return isCompared ? {} : { hint: `Nothing to compare with: the oldest stored page is of ${first.slice(0, 10)}.` }
}

const maxAddresses = 5

export const competingPagesTool = defineTool('competingPages.list', {
  title: 'Competing pages',
  description:
    'Keywords whose addresses took turns in the last days (cannibalisation), the latest first; position is the best of an address.',
  input: z.strictObject({
    ...projectId,
    days: z.int().min(1).max(90).default(28),
    query: f.line(1, 200).optional(),
    ...paging,
  }),
  output: z.object({ rows: z.array(competingPagesRow), ...f.paged }),
  hints: reading,
  run: async ({ project_id, days, query: part = '', ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    const { phrases } = await context.call('competingPages.list', { params, query: { days } })
    const asked = phrases.filter(({ keyword }) => keyword.toLowerCase().includes(part.toLowerCase()))
    const { rows, ...paged } = filteredPage(askedList('competing', { params, days, part }), asked, page)
    const short = rows.map((row) => ({ ...row, addresses: row.addresses.slice(0, maxAddresses) }))
    return { rows: short, ...paged }
  },
})
