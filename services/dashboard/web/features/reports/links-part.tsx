import { reports as t } from '../../../texts/reports.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { addressText } from '../../kit/words/address-text.ts'
import { figure } from '../../kit/words/figure.ts'
import { Day } from '../../kit/words/time.tsx'
import type { PartOf } from './document.ts'
import { PartPanel } from './part-panel.tsx'

type Link = PartOf<'links'>['rows'][number]

/** Links that came and went within the period. */
export function LinksPart({ part }: { part: PartOf<'links'> }) {
  const { at, sandbox, found, lost, rows } = part
  return (
    <PartPanel title={t.parts.links} at={at} isSample={sandbox}>
      <Stats>
        <Stat name={t.found} figure={figure(found)} />
        <Stat name={t.lost} figure={figure(lost)} />
      </Stats>
      <Table
        caption={t.parts.links}
        columns={columns}
        rows={rows}
        rowId={({ from, to, day, anchor }) => `${from} ${to} ${day} ${anchor}`}
        empty={t.noLinks}
      />
    </PartPanel>
  )
}

const columns: Column<Link>[] = [
  { head: t.linkFrom, cell: ({ from }) => addressText(from) },
  { head: t.linkTo, cell: ({ to }) => (to === null ? '–' : addressText(to)), width: 200, priority: 3 },
  { head: t.anchor, cell: ({ anchor }) => anchor ?? '–', width: 150, priority: 2 },
  { head: t.seen, cell: ({ day }) => <Day at={day} />, width: 110 },
  {
    head: t.state,
    cell: ({ isLost }) => <Badge tone={isLost ? 'bad' : 'good'}>{isLost ? t.isLost : t.isNew}</Badge>,
    width: 80,
  },
]
