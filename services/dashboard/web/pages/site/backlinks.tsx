import { type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Badge } from '../../ui/badge.tsx'
import { Collected } from '../../ui/collected.tsx'
import { figure } from '../../ui/figure.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { Disavow } from './disavow.tsx'
import { SiteFrame } from './site-frame.tsx'

type Backlink = OutputOf<'backlinks.list'>['rows'][number]
const tones = { keep: 'good', review: 'warn', disavow: 'bad' } as const

/** Who links to the site, and what to do about it. */
export function Backlinks() {
  const siteId = useSiteId()
  return (
    <SiteFrame siteId={siteId} title="Backlinks">
      <Panel title="Links, new and lost">
        <Collected
          query={read('backlinks.list', { params: { id: siteId }, query: { days: 365, limit: 1_000 } })}
          isPlayed={({ rows }) => rows.some(({ sandbox }) => sandbox)}
        >
          {({ rows }) => (
            <Table
              caption="Backlinks"
              columns={columns}
              rows={rows}
              rowId={({ id }) => id}
              empty="No link was found in the last year."
            />
          )}
        </Collected>
      </Panel>
      <Disavow siteId={siteId} />
    </SiteFrame>
  )
}

const columns: Column<Backlink>[] = [
  { head: 'From', cell: ({ urlFrom, domainFrom }) => urlFrom ?? domainFrom },
  { head: 'Anchor', cell: ({ anchor }) => anchor ?? '', wide: true },
  { head: 'Rank', cell: ({ domainRank }) => figure(domainRank), figures: true, wide: true },
  { head: 'First seen', cell: ({ firstSeen }) => firstSeen && <Ago at={firstSeen} />, wide: true },
  { head: 'State', cell: stateOf },
  {
    head: 'Review',
    cell: ({ suggestion, reasons }) => (
      <span title={reasons.join(', ')}>
        <Badge tone={tones[suggestion]}>{suggestion}</Badge>
      </span>
    ),
  },
]

function stateOf({ isLost, isBroken, isNew, disavowed }: Backlink) {
  if (disavowed) return 'disavowed'
  if (isLost) return 'lost'
  if (isBroken) return 'leads nowhere'
  return isNew ? 'new' : ''
}
