import type { OutputOf } from '../../api/call.ts'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { figure } from '../../ui/figure.tsx'

type Figures = Omit<OutputOf<'searchConsoleFigures.list'>['days'][number], 'day'>

/** What Google counts of anything: its columns. */
export function figureColumns<Row extends Figures>(): DataColumn<Row>[] {
  const common = { figures: true, downFirst: true, width: 120 }
  return [
    { ...common, id: 'clicks', head: 'Clicks', cell: ({ clicks }) => figure(clicks), value: ({ clicks }) => clicks },
    {
      ...{ ...common, id: 'impressions', head: 'Impressions', wide: true },
      cell: ({ impressions }) => figure(impressions),
      value: ({ impressions }) => impressions,
    },
    {
      ...{ ...common, id: 'ctr', head: 'Clicked', wide: true },
      cell: ({ ctr }) => `${figure(ctr * 100, 1)} %`,
      value: ({ ctr }) => ctr,
    },
    {
      ...{ id: 'position', head: 'Google’s position', figures: true, width: 150 },
      cell: ({ position }) => figure(position, 1),
      value: ({ position }) => position,
    },
  ]
}
