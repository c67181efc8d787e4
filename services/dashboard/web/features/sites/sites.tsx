import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
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

/** The sites of the account, each with where it stands. */
export function Sites() {
  const [adding, setAdding] = useState(false)
  const navigate = useNavigate()
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      Add site
    </Button>
  )
  return (
    <Page title="Sites" actions={add}>
      <Panel title="Your sites" line={`Up and down: change in ${periods[defaultDays]}.`}>
        <Loaded query={read('siteSummaries.list', { query: { days: defaultDays } })}>
          {({ sites }) => (
            <DataTable
              name="sites"
              columns={siteColumns}
              rows={sites}
              rowId={idOf}
              rowName={nameOf}
              defaultSort="-visibility"
              onOpen={({ id }) => void navigate({ to: pages.site, params: { siteId: id } })}
              empty="No site is tracked yet. Add the first one, and its keywords."
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
