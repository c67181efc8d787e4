import { Link } from '@tanstack/react-router'
import { rankedPages as t } from '../../../texts/ranked-pages.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { addressText } from '../../kit/words/address-text.ts'
import { pages } from '../../routes.ts'
import { rankColumn } from '../ranks/exports.ts'
import type { RankedPage } from './pages-of.ts'

export function pageColumns(siteId: string): DataColumn<RankedPage>[] {
  return [
    textColumn('page', t.page, ({ url }) => url, {
      cell: ({ url }) => (
        <Link
          to={pages.rankedPages}
          params={{ siteId }}
          search={(before: object) => ({ ...before, open: url })}
          resetScroll={false}
          title={url}
        >
          {addressText(url)}
        </Link>
      ),
    }),
    figureColumn('keywords', t.keywords, ({ keywords }) => keywords.length, { width: 120 }),
    rankColumn('best', t.best, ({ best }) => best, { width: 84 }),
    figureColumn('top3', t.top3, ({ top3 }) => top3, { width: 112, priority: 2 }),
    figureColumn('top10', t.top10, ({ top10 }) => top10, { width: 118, priority: 2 }),
  ]
}
