import { resultsPages as t } from '../../../texts/results-pages.ts'
import type { OutputOf } from '../../api/call.ts'
import { Muted } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Change } from '../../kit/words/change.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Placed } from './shown-page.tsx'

type Compared = OutputOf<'pageChanges.list'>
type Changed = Compared['changes'][number]

/** Who came, who went and who moved from one results page to a later one. */
export function PageComparison({ compared: { before, after, changes } }: { compared: Compared }) {
  const count = (wanted: Changed['change']) => changes.filter(({ change }) => change === wanted).length
  const rows = changes.filter(({ change, urlBefore }) => change !== 'stayed' || urlBefore !== null)
  return (
    <>
      <p role="status">
        {t.counts(count('came'), count('went'), count('moved'))}{' '}
        {(!before.isWhole || !after.isWhole) && <Muted>{t.hostsAlone}</Muted>}
      </p>
      <Table
        caption={t.changes}
        columns={columns}
        rows={rows}
        rowId={({ host, url, before: was, after: is }) => `${host} ${url} ${was} ${is}`}
        empty={t.nothingChanged}
      />
    </>
  )
}

const columns: Column<Changed>[] = [
  {
    head: t.result,
    cell: (changed) => (
      <>
        <Placed place={changed} />{' '}
        {changed.urlBefore && <Badge title={t.addressBefore(changed.urlBefore)}>{t.otherAddress}</Badge>}
      </>
    ),
  },
  { head: t.change, cell: changeOf, width: 76 },
  { head: t.before, cell: ({ before }) => figure(before), figures: true, width: 64, priority: 2 },
  { head: t.after, cell: ({ after }) => figure(after), figures: true, width: 56 },
]

function changeOf({ change, before, after }: Changed) {
  switch (change) {
    case 'came':
      return <Badge tone="good">{t.came}</Badge>
    case 'went':
      return <Badge tone="bad">{t.went}</Badge>
    case 'moved':
      return <Change change={(before ?? 0) - (after ?? 0)} position={after} previousPosition={before} />
    case 'stayed':
      return t.stayed
    default: {
      const missing: never = change
      return missing
    }
  }
}
