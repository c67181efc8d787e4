import { Link } from '@tanstack/react-router'
import { rankedPages as t } from '../../../texts/ranked-pages.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'

type Competing = OutputOf<'competingPages.list'>['phrases'][number]
const days = 90

export function CompetingPages({ siteId }: { siteId: string }) {
  return (
    <Panel title={t.competing} line={t.competingLine}>
      <Loaded query={read('competingPages.list', { params: { id: siteId }, query: { days } })}>
        {({ phrases }) => (
          <Table
            caption={t.competing}
            columns={columnsOf(siteId)}
            rows={phrases}
            rowId={({ keywordId }) => keywordId}
            empty={t.noneCompete}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function columnsOf(siteId: string): Column<Competing>[] {
  return [
    {
      head: t.keyword,
      cell: ({ keywordId, keyword }) => (
        <Link to={pages.keyword} params={{ siteId, keywordId }}>
          {keyword}
        </Link>
      ),
    },
    {
      head: t.addresses,
      cell: ({ addresses }) => (
        <ul>
          {addresses.map(({ url, position, lastAt }) => (
            <li key={url}>
              <Address url={url} /> ({t.bestOf(position, <Day at={lastAt} />)})
            </li>
          ))}
        </ul>
      ),
    },
    { head: t.since, cell: ({ since }) => <Day at={since} /> },
    { head: t.lastTurn, cell: ({ lastAt }) => <Day at={lastAt} /> },
    { head: t.turns, cell: ({ turns }) => turns, figures: true },
  ]
}
