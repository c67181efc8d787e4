import { Link } from '@tanstack/react-router'
import { sites as t } from '../../../texts/sites.ts'
import { read } from '../../api/call.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Columns, Loaded, Muted, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Change } from '../../kit/words/change.tsx'
import { figure, place } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { defaultDays, periods, ranksTremble, singleChecks } from '../ranks/exports.ts'
import { type Client, clientsOf, type ListedSite, sumOf } from './site-figures.ts'

export function AllSites({ sites }: { sites: readonly ListedSite[] }) {
  const { keywords, up, down, failed, advice } = sumOf(sites)
  return (
    <>
      <Stats>
        <Stat name={t.keywords} figure={figure(keywords)} />
        <Stat name={t.down} figure={figure(down)} hint={singleChecks} />
        <Stat name={t.up} figure={figure(up)} hint={singleChecks} />
        <Stat name={t.failedChecks} figure={figure(failed)} />
        <Stat name={t.toDecide} figure={figure(advice)} />
      </Stats>
      <Columns>
        <Fallen />
        {sites.some(({ tags }) => tags.length > 0) && <Clients sites={sites} />}
      </Columns>
    </>
  )
}

function Clients({ sites }: { sites: readonly ListedSite[] }) {
  return (
    <Panel title={t.clients} line={t.firstTagNamesTheClient}>
      <Table caption={t.clients} columns={clientColumns} rows={clientsOf(sites)} rowId={({ client }) => client ?? ''} />
    </Panel>
  )
}

const clientColumns: Column<Client>[] = [
  {
    head: t.client,
    cell: ({ client }) =>
      client === null ? (
        <Muted>{t.noTag}</Muted>
      ) : (
        <Link to={pages.home} search={{ q: client }} resetScroll={false}>
          {client}
        </Link>
      ),
  },
  { head: t.sites, cell: ({ sites }) => figure(sites), figures: true, width: 58, priority: 3 },
  { head: t.down, cell: ({ down }) => <b>{figure(down)}</b>, figures: true, width: 58 },
  { head: t.up, cell: ({ up }) => figure(up), figures: true, width: 44, priority: 2 },
  {
    head: t.failed,
    cell: ({ failed }) => (failed > 0 ? <Badge tone="bad">{figure(failed)}</Badge> : figure(failed)),
    figures: true,
    width: 58,
    priority: 2,
  },
  { head: t.toDecide, cell: ({ advice }) => figure(advice), figures: true, width: 76, priority: 2 },
]

type Fell = { id: string; keyword: string; projectId: string; site: string; position: number; previousPosition: number }

function Fallen() {
  return (
    <Loaded query={read('fallen.list', { query: { days: defaultDays } })}>
      {({ keywords, total }) => (
        <Panel
          title={t.fellIn(periods[defaultDays])}
          line={total > shown ? `${t.firstOf(shown, total)} ${ranksTremble}` : ranksTremble}
        >
          <Table
            caption={t.fellIn(periods[defaultDays])}
            columns={fallenColumns}
            rows={keywords.slice(0, shown)}
            empty={t.nothingFell}
          />
        </Panel>
      )}
    </Loaded>
  )
}

const shown = 10

const fallenColumns: Column<Fell>[] = [
  {
    head: t.keyword,
    cell: ({ id, keyword, projectId, site }) => (
      <>
        <Link to={pages.keywords} params={{ siteId: projectId }} search={{ open: id }}>
          {keyword}
        </Link>{' '}
        <Muted>{site}</Muted>
      </>
    ),
  },
  { head: t.before, cell: ({ previousPosition }) => place(previousPosition), figures: true, width: 64, priority: 3 },
  { head: t.now, cell: ({ position }) => <b>{place(position)}</b>, figures: true, width: 76 },
  {
    head: t.change,
    cell: ({ position, previousPosition }) => (
      <Change
        change={position === 0 ? null : previousPosition - position}
        position={position}
        previousPosition={previousPosition}
      />
    ),
    figures: true,
    width: 64,
  },
]
