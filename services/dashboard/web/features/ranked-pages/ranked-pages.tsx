import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { rankedPages as t } from '../../../texts/ranked-pages.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { addressText } from '../../kit/words/address-text.ts'
import { Change } from '../../kit/words/change.tsx'
import { place } from '../../kit/words/figure.ts'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import { defaultDays, type Rank, rankColumn, rankOrder, ranksOf } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { CompetingPages } from './competing-pages.tsx'

const route = getRouteApi(`/inside${pages.rankedPages}`)

export function RankedPages() {
  const { siteId } = route.useParams()
  return (
    <SiteFrame siteId={siteId} title={t.pages}>
      <Panel title={t.yourPages} line={t.yourPagesLine}>
        <Loaded query={ranksOf(siteId, { days: defaultDays })}>
          {({ keywords }) => <Listed siteId={siteId} keywords={keywords} />}
        </Loaded>
      </Panel>
      <CompetingPages siteId={siteId} />
    </SiteFrame>
  )
}

function Listed({ siteId, keywords }: { siteId: string; keywords: readonly Rank[] }) {
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: pages.rankedPages })
  const show = (url: string | undefined) =>
    void navigate({ search: (before: object) => ({ ...before, open: url }), resetScroll: false })
  const rows = useMemo(() => byPage(keywords), [keywords])
  const columns = useMemo(() => pageColumns(siteId), [siteId])
  const opened = rows.find(({ url }) => url === open)
  return (
    <>
      <DataTable
        noun={t.pagesLower}
        columns={columns}
        rows={rows}
        rowId={({ url }) => url}
        defaultSort="-keywords"
        onOpen={({ url }) => show(url)}
        empty={t.noPageYet}
      />
      <Dialog
        title={opened ? addressText(opened.url) : ''}
        side="right"
        open={opened !== undefined}
        onClose={() => show(undefined)}
      >
        {opened && <PageSheet siteId={siteId} page={opened} />}
      </Dialog>
    </>
  )
}

function pageColumns(siteId: string): DataColumn<RankedPage>[] {
  return [
    textColumn('page', t.page, ({ url }) => url, {
      cell: ({ url }) => (
        <Link
          to={pages.rankedPages}
          params={{ siteId }}
          search={(before: object) => ({ ...before, open: url })}
          resetScroll={false}
          title={url}
        >
          {addressText(url)}
        </Link>
      ),
    }),
    figureColumn('keywords', t.keywords, ({ keywords }) => keywords.length, { width: 120 }),
    rankColumn('best', t.best, ({ best }) => best, { width: 84 }),
    figureColumn('top3', t.top3, ({ top3 }) => top3, { width: 112, priority: 2 }),
    figureColumn('top10', t.top10, ({ top10 }) => top10, { width: 118, priority: 2 }),
  ]
}

/** A page of the site with the keywords that it ranks for now, the best first. */
type RankedPage = { url: string; keywords: readonly Rank[]; best: number; top3: number; top10: number }

function byPage(ranks: readonly Rank[]): RankedPage[] {
  const found = ranks.filter(({ url, position }) => url !== null && position !== null && position > 0)
  return [...Map.groupBy(found, ({ url }) => url ?? '')].map(([url, keywords]) => {
    const ordered = keywords.toSorted((one, other) => Number(rankOrder(one)) - Number(rankOrder(other)))
    const within = (depth: number) => ordered.filter(({ position }) => Number(position) <= depth).length
    return { url, keywords: ordered, best: Number(ordered[0]?.position), top3: within(3), top10: within(10) }
  })
}

function PageSheet({ siteId, page: { url, keywords } }: { siteId: string; page: RankedPage }) {
  return (
    <>
      <p>
        <Address url={url} />
      </p>
      <Table caption={t.keywordsOf(url)} columns={columnsOf(siteId)} rows={keywords} empty={t.noPageYet} />
    </>
  )
}

function columnsOf(siteId: string): Column<Rank>[] {
  return [
    {
      head: t.keyword,
      cell: ({ id, keyword }) => (
        <Link to={pages.keyword} params={{ siteId, keywordId: id }}>
          {keyword}
        </Link>
      ),
    },
    { head: t.where, cell: whereText },
    { head: t.position, cell: ({ position }) => place(position), figures: true },
    {
      head: t.change,
      cell: (rank) => <Change {...rank} />,
      figures: true,
    },
  ]
}
