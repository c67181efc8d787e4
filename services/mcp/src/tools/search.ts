import * as f from '@rts/shared/contract/fields'
import { searchDayRow, searchPageRow, searchQueryRow } from '@rts/shared/contract/rows/search-console'
import { operations } from '@rts/shared/contract/table'
import { askedList } from '@rts/shared/cursor'
import { z } from 'zod'
import { fieldsOf, given, pageOf, paging, projectId, siteIdOf, withFields } from './fields.ts'
import { filteredPage } from './rules/filtered-page.ts'
import { defineTool, reading } from './tool.ts'

const {
  queries: _queries,
  total: _total,
  nextCursor: _next,
  ...state
} = operations['searchConsoleQueries.list'].response.shape
const row = z.object({
  ...searchQueryRow.partial({ query: true, keywordId: true, ownPosition: true, ownCheckedAt: true }).shape,
  ...searchPageRow.pick({ page: true, previousClicks: true }).partial().shape,
  ...searchDayRow.pick({ day: true }).partial().shape,
})
const sorts = ['clicks', 'impressions', 'ctr', 'position'] as const

export const searchPerformanceTool = defineTool('searchConsoleQueries.list', {
  title: 'Search console',
  description:
    'Clicks, impressions, ctr and mean position at Google by query, page or day; totals are of all. connected false: give connectUrl to a person.',
  input: z.strictObject({
    ...projectId,
    by: z.enum(['query', 'page', 'day']).default('query'),
    days: z.int().min(1).max(480).default(28),
    query: f.line(1, 200).optional().describe('Part of the query or page'),
    sort: z.enum(sorts).optional(),
    fields: fieldsOf(row),
    ...paging,
  }),
  output: z.object({ ...state, rows: z.array(row.partial()), ...f.paged }),
  hints: reading,
  run: async ({ project_id, by, days, query: q, sort, fields, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    if (by === 'query') {
      const query = { days, ...given({ q, sort }), ...pageOf(page) }
      const { queries, ...list } = await context.call('searchConsoleQueries.list', { params, query })
      return { ...list, rows: withFields(queries, fields, ['query']) }
    }
    const found = await context.call('searchConsoleFigures.list', { params, query: { days } })
    const { days: perDay, pages, ...head } = found
    const list = askedList('search', { params, by, days, q, sort })
    if (by === 'day') {
      const { rows, ...paged } = filteredPage(list, within(perDay, head.startDate), page)
      return { ...head, ...paged, rows: withFields(rows, fields, ['day']) }
    }
    const asked = pages.filter(({ page: url }) => url.toLowerCase().includes(q?.toLowerCase() ?? ''))
    const { rows, ...paged } = filteredPage(list, ordered(asked, sort), page)
    return { ...head, ...paged, rows: withFields(rows, fields, ['page']) }
  },
})

/** The owner's list begins one window earlier. */
function within<R extends { day: string }>(days: readonly R[], startDate: string | null): R[] {
  return days.filter(({ day }) => startDate === null || day >= startDate)
}

function ordered<R extends Record<(typeof sorts)[number], number>>(rows: R[], sort: (typeof sorts)[number] = 'clicks') {
  const sign = sort === 'position' ? 1 : -1
  return rows.toSorted((one, other) => sign * (one[sort] - other[sort]))
}
