import type { OutputOf } from '../../api/call.ts'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn } from '../../kit/table/columns.tsx'
import { figure } from '../../kit/words/figure.tsx'

type Figures = Omit<OutputOf<'searchConsoleFigures.list'>['days'][number], 'day'>

/** What Google counts of anything: its columns. */
export function figureColumns<Row extends Figures>(): DataColumn<Row>[] {
  return [
    figureColumn('clicks', 'Clicks', ({ clicks }) => clicks, { width: 120 }),
    figureColumn('impressions', 'Impressions', ({ impressions }) => impressions, { width: 120, priority: 2 }),
    figureColumn('ctr', 'CTR', ({ ctr }) => ctr, {
      cell: ({ ctr }) => `${figure(ctr * 100, 1)} %`,
      width: 120,
      priority: 2,
    }),
    figureColumn('position', 'Google’s position', ({ position }) => position, {
      digits: 1,
      downFirst: false,
      width: 150,
    }),
  ]
}
