import { type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Collected } from '../../ui/collected.tsx'
import { figure, place } from '../../ui/figure.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SiteFrame } from './site-frame.tsx'
import { Track } from './track.tsx'

type Missing = OutputOf<'gap.list'>['rows'][number]
const kinds = [
  ['missing', 'Missing'],
  ['weak', 'Weak'],
  ['shared', 'Shared'],
] as const

/** What rivals rank for: where the site is missing, where it is behind, and where both are. */
export function Gap() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title="Keyword gap">
      <Panel title="What your rivals rank for">
        <Collected
          query={read('gap.list', { params: { id: siteId }, query: { limit: 1_000 } })}
          isPlayed={({ rows }) => rows.some(({ sandbox }) => sandbox)}
        >
          {({ rows, hint }) => (
            <>
              {hint && <p>{hint}</p>}
              <Tabs
                label="Kind of gap"
                tabs={kinds.map(([kind, name]) => {
                  const ours = rows.filter(({ type }) => type === kind)
                  return [`${name} ${ours.length}`, <Rows key={kind} siteId={siteId} name={name} rows={ours} />]
                })}
              />
            </>
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

function Rows({ siteId, name, rows }: { siteId: string; name: string; rows: Missing[] }) {
  const track: Column<Missing> = {
    head: 'Deeds',
    hidden: true,
    figures: true,
    cell: ({ keyword, position }) => position === null && <Track siteId={siteId} keyword={keyword} />,
  }
  return (
    <Table
      caption={name}
      columns={[...columns, track]}
      rows={rows}
      rowId={({ keyword }) => keyword}
      empty="Nothing of this kind."
    />
  )
}

const columns: Column<Missing>[] = [
  { head: 'Keyword', cell: ({ keyword }) => keyword },
  { head: 'You', cell: ({ position }) => place(position), figures: true },
  { head: 'Best rival', cell: bestRival, wide: true },
  { head: 'Volume', cell: ({ volume }) => figure(volume), figures: true, wide: true },
  { head: 'Difficulty', cell: ({ difficulty }) => figure(difficulty), figures: true, wide: true },
  { head: 'Intent', cell: ({ intent }) => intent ?? '', wide: true },
  { head: 'Score', cell: ({ score }) => figure(score), figures: true },
]

function bestRival({ competitors }: Missing): string {
  const found = competitors.filter(({ position }) => position !== null && position > 0)
  const [best] = found.sort((one, other) => Number(one.position) - Number(other.position))
  return best ? `${best.domain}, ${best.position}` : ''
}
