import { research as t } from '../../../texts/research.ts'
import { worded } from '../../../texts/values.ts'
import type { OutputOf } from '../../api/call.ts'
import { Amount, Bars } from '../../kit/chart/bars.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { centsColumn, figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { figure } from '../../kit/words/figure.ts'

type Found = OutputOf<'research.get'>['rows'][number]

/** Figures of a phrase. The bars of its searches are scaled to the most searched phrase of the list. */
export function ideaFigures(rows: readonly Found[]): DataColumn<Found>[] {
  const max = rows.reduce((max, { volume }) => Math.max(max, volume ?? 0), 0)
  return [
    figureColumn('volume', t.volume, ({ volume }) => volume, {
      cell: ({ volume }) => <Amount value={volume} max={max} />,
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
    ...difficultyColumns<Found>(2),
    centsColumn('cpc', t.cpcUsd, ({ cpc }) => cpc, { priority: 3 }),
    textColumn('intent', t.intent, ({ intent }) => worded('intent', intent), { priority: 3, width: 112 }),
  ]
}

/** The difficulty, marked where it is our own measure, and its source. */
export function difficultyColumns<Row extends Pick<Found, 'difficulty' | 'difficultySource'>>(
  priority: 2 | 3,
): DataColumn<Row>[] {
  const isOurs = ({ difficultySource }: Row) => difficultySource === 'own_pages'
  return [
    figureColumn('difficulty', t.difficulty, ({ difficulty }) => difficulty, {
      cell: (row) => (isOurs(row) ? t.ours(figure(row.difficulty)) : figure(row.difficulty)),
      priority,
      width: 92,
    }),
    textColumn(
      'difficultySource',
      t.difficultySource,
      (row) => (isOurs(row) ? t.yourOwnPages : (row.difficultySource ?? null)),
      {
        priority: 3,
        extra: true,
      },
    ),
  ]
}

function lastYear(trend: Found['trend']): (number | null)[] {
  const ordered = trend.toSorted((one, other) => one.year - other.year || one.month - other.month)
  return ordered.slice(-12).map(({ volume }) => volume)
}
