import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type OutputOf, read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { AddSite } from './add-site.tsx'

type Site = OutputOf<'sites.list'>['projects'][number]

/** The sites of the account. */
export function Sites() {
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      Add a site
    </Button>
  )
  return (
    <Page title="Sites" actions={add}>
      <Panel title="Your sites">
        <Loaded query={read('sites.list', { query: {} })}>
          {({ projects }) => (
            <Table
              caption="Sites"
              columns={columns}
              rows={projects}
              rowId={({ id }) => id}
              empty="No site is tracked yet. Add the first one, and its keywords."
            />
          )}
        </Loaded>
      </Panel>
      <AddSite open={adding} onClose={() => setAdding(false)} />
    </Page>
  )
}

const columns: Column<Site>[] = [
  {
    head: 'Site',
    cell: ({ id, name }) => (
      <Link to={pages.site} params={{ siteId: id }}>
        {name}
      </Link>
    ),
  },
  { head: 'Domain', cell: ({ domain }) => domain },
  { head: 'Searched in', cell: ({ country, language }) => `${country} · ${language}` },
  { head: 'State', cell: stateOf },
  { head: 'Added', cell: ({ createdAt }) => <Ago at={createdAt} /> },
]

function stateOf({ frozen, checksPausedAt }: Site) {
  if (frozen) return <Badge tone="warn">over the plan’s limit</Badge>
  return checksPausedAt ? <Badge>paused</Badge> : <Badge tone="good">checked</Badge>
}
