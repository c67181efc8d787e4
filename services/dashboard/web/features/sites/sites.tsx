import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { useRights } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Empty, Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { pages } from '../../routes.ts'
import { asked, useAsked } from '../../routing/asked.ts'
import { FirstSteps } from '../first-steps/exports.ts'
import { RecentAlerts } from '../raised-alerts/exports.ts'
import { defaultDays, periods } from '../ranks/exports.ts'
import { AddSite } from './add-site.tsx'
import { AllSites } from './all-sites.tsx'
import { siteColumnsOf } from './site-columns.tsx'
import { type ListedSite, type Site, withAdvice } from './site-figures.ts'

export function Sites() {
  const [adding, setAdding] = useAsked(asked.addSite)
  const { writes, isLimited } = useRights()
  const mayAdd = writes && !isLimited
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t.addSite}
    </Button>
  )
  return (
    <Page title={t.sites} actions={mayAdd && add}>
      {mayAdd && <FirstSteps />}
      <RecentAlerts />
      <Loaded query={read('siteSummaries.list', { query: { days: defaultDays } })}>
        {({ sites }) => <Listed sites={sites} onAdd={mayAdd ? () => setAdding(true) : undefined} />}
      </Loaded>
      {mayAdd && <AddSite open={adding} onClose={() => setAdding(false)} />}
    </Page>
  )
}

/** How often recommendations that are being counted are asked for. */
const soonMs = 2_000

function Listed({ sites, onAdd }: { sites: readonly Site[]; onAdd: (() => void) | undefined }) {
  const navigate = useNavigate()
  const { data } = useQuery({
    ...read('adviceTotals.list', {}),
    enabled: sites.length > 0,
    refetchInterval: ({ state }) => (state.data && state.data.counting > 0 ? soonMs : false),
  })
  const rows = useMemo(() => withAdvice(sites, data?.sites ?? []), [sites, data])
  const columns = useMemo(() => siteColumnsOf(rows), [rows])
  return (
    <>
      {sites.length > 1 && <AllSites sites={rows} />}
      <Panel title={t.yourSites} line={t.upAndDown(periods[defaultDays])}>
        <DataTable
          noun={t.sitesLower}
          columns={columns}
          rows={rows}
          rowName={nameOf}
          defaultSort="-moved"
          onOpen={({ id }) => void navigate({ to: pages.site, params: { siteId: id } })}
          empty={
            onAdd ? (
              <Empty text={t.noSitesYet}>
                <Button onClick={onAdd}>{t.addTheFirst}</Button>
              </Empty>
            ) : (
              t.noSitesForYou
            )
          }
        />
      </Panel>
    </>
  )
}

/** The filter looks through this: a site is found by its tags too. */
const nameOf = ({ name, domain, tags }: ListedSite) => [name, domain, ...tags].join(' ')
