import { searchConsole as t } from '../../../texts/search-console.ts'
import type { OutputOf } from '../../api/call.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn } from '../../kit/table/columns.tsx'
import { figure } from '../../kit/words/figure.ts'

type Figures = Omit<OutputOf<'searchConsoleFigures.list'>['days'][number], 'day'>

export function figureColumns<Row extends Figures>(): DataColumn<Row>[] {
  return [
    figureColumn('clicks', t.clicks, ({ clicks }) => clicks, { width: 120 }),
    figureColumn('impressions', t.impressions, ({ impressions }) => impressions, { width: 120, priority: 2 }),
    figureColumn('ctr', t.ctr, ({ ctr }) => ctr, {
      cell: ({ ctr }) => `${figure(ctr * 100, 1)} %`,
      width: 120,
      priority: 2,
    }),
    figureColumn('position', t.googlesPosition, ({ position }) => position, {
      digits: 1,
      downFirst: false,
      width: 150,
    }),
  ]
}
