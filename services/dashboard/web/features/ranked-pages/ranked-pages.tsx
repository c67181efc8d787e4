import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { rankedPages as t } from '../../../texts/ranked-pages.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { addressText } from '../../kit/words/address-text.ts'
import { pages } from '../../routes.ts'
import { defaultDays, type Rank, ranksOf } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { CompetingPages } from './competing-pages.tsx'
import { pageColumns } from './page-columns.tsx'
import { PageSheet } from './page-sheet.tsx'
import { byPage } from './pages-of.ts'

const route = getRouteApi(`/inside${pages.rankedPages}`)

/** The site's pages that rank, each with its keywords, and those that compete with each other. */
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
        rowName={({ url }) => url}
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
