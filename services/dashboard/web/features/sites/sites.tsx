import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sites as t } from '../../../texts/sites.ts'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { pages } from '../../routes.ts'
import { defaultDays, periods } from '../ranks/exports.ts'
import { AddSite } from './add-site.tsx'
import { siteColumns } from './site-columns.tsx'
import type { Site } from './site-figures.ts'

export function Sites() {
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t.addSite}
    </Button>
  )
  return (
    <Page title={t.sites} actions={add}>
      <Panel title={t.yourSites} line={t.upAndDown(periods[defaultDays])}>
        <Loaded query={read('siteSummaries.list', { query: { days: defaultDays } })}>
          {({ sites }) => (
            <DataTable
              name={t.sitesLower}
              columns={siteColumns}
              rows={sites}
              rowId={idOf}
              rowName={nameOf}
              defaultSort="-visibility"
              onOpen={({ id }) => void navigate({ to: pages.site, params: { siteId: id } })}
              empty={t.noSitesYet}
            />
          )}
        </Loaded>
      </Panel>
      <AddSite open={adding} onClose={() => setAdding(false)} />
    </Page>
  )
}

const idOf = ({ id }: Site) => id
/** The filter looks through this: a site is found by its tags too. */
const nameOf = ({ name, domain, tags }: Site) => [name, domain, ...tags].join(' ')
