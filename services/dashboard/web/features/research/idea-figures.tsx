import { research as t } from '../../../texts/research.ts'
import { worded } from '../../../texts/values.ts'
import type { OutputOf } from '../../api/call.ts'
import { Amount, Bars } from '../../kit/chart/bars.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { centsColumn, figureColumn, textColumn } from '../../kit/table/columns.tsx'

type Found = OutputOf<'research.get'>['rows'][number]

/** Figures of a phrase. The bars of its searches are scaled to the most searched phrase of the list. */
export function ideaFigures(rows: readonly Found[]): DataColumn<Found>[] {
  const most = rows.reduce((most, { volume }) => Math.max(most, volume ?? 0), 0)
  return [
    figureColumn('volume', t.volume, ({ volume }) => volume, {
      cell: ({ volume }) => <Amount value={volume} most={most} />,
      width: 104,
    }),
    textColumn(
      'trend',
      t.twelveMonths,
      ({ trend }) =>
        lastYear(trend)
          .map((volume) => volume ?? '')
          .join(' '),
      {
        cell: ({ trend }) => <Bars label={t.searchesOfTheLastTwelve} values={lastYear(trend)} />,
        order: ({ trend }) => lastYear(trend).at(-1) ?? null,
        downFirst: true,
        width: 124,
        priority: 2,
      },
    ),
    figureColumn('difficulty', t.difficulty, ({ difficulty }) => difficulty, { priority: 2, width: 92 }),
    centsColumn('cpc', t.cpcUsd, ({ cpc }) => cpc, { priority: 3 }),
    textColumn('intent', t.intent, ({ intent }) => worded('intent', intent), { priority: 3, width: 112 }),
  ]
}

function lastYear(trend: Found['trend']): (number | null)[] {
  const ordered = trend.toSorted((one, other) => one.year - other.year || one.month - other.month)
  return ordered.slice(-12).map(({ volume }) => volume)
}
