import { reports as t } from '../../../texts/reports.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Change } from '../../kit/words/change.tsx'
import { figure, place } from '../../kit/words/figure.ts'
import { whereText } from '../../kit/words/where.ts'
import type { PartOf } from './document.ts'
import { PartPanel } from './part-panel.tsx'

type Rank = PartOf<'ranks'>['rows'][number]

/** Where the keywords were at the end of the period, and at its beginning. */
export function RanksPart({ part }: { part: PartOf<'ranks'> }) {
  const { at, sandbox, keywords, rows, top3, top10, up, down, notFound, medianDays = null } = part
  const shown = rows.length < keywords ? t.bestOf(rows.length, keywords) : t.beforeIs
  const line = medianDays === null ? shown : `${shown} ${t.movedLine(medianDays)}`
  return (
    <PartPanel title={t.parts.ranks} line={line} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.keywords} figure={figure(keywords)} />
        <Stat name={t.top3} figure={figure(top3)} />
        <Stat name={t.top10} figure={figure(top10)} />
        <Stat name={t.up} figure={figure(medianDays && up)} />
        <Stat name={t.down} figure={figure(medianDays && down)} />
        <Stat name={t.notFound} figure={figure(notFound)} />
      </Stats>
      <Table
        caption={t.parts.ranks}
        columns={columns}
        rows={rows}
        rowId={(rank) => `${rank.keyword} ${whereText(rank)}`}
        empty={t.noKeywords}
      />
    </PartPanel>
  )
}

const columns: Column<Rank>[] = [
  { head: t.keyword, cell: ({ keyword }) => keyword },
  { head: t.where, cell: whereText, width: 190, priority: 3 },
  { head: t.before, cell: ({ previousPosition }) => place(previousPosition), figures: true, width: 80, priority: 2 },
  { head: t.position, cell: ({ position }) => <b>{place(position)}</b>, figures: true, width: 80 },
  {
    head: t.change,
    cell: ({ comparable, ...rank }) => <Change {...rank} isComparable={comparable} />,
    figures: true,
    width: 80,
  },
  { head: t.page, cell: ({ url }) => (url === null ? '–' : <Address url={url} />), width: 220, priority: 3 },
]
