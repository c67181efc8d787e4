import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { AddKeywords } from './add-keywords.tsx'
import { KeywordSheet } from './keyword-sheet.tsx'
import { Keywords } from './keywords.tsx'
import { SiteFrame } from './site-frame.tsx'
import { Standings } from './standings.tsx'

const route = getRouteApi(`/inside${pages.site}`)

/** A site: where its keywords stand, and each keyword over time. */
export function SitePage() {
  const { siteId } = route.useParams()
  const { only, open } = route.useSearch()
  const navigate = useNavigate({ from: pages.site })
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      Add keywords
    </Button>
  )
  const close = () => void navigate({ search: ({ open: _, ...rest }: { open?: string }) => rest, resetScroll: false })
  return (
    <SiteFrame siteId={siteId} title="Keywords" actions={add}>
      <Loaded query={read('overview.get', { params: { id: siteId }, query: {} })}>
        {({ score, keywords }) => (
          <>
            <Standings
              {...{ score, keywords, only }}
              onChoose={(next) =>
                void navigate({ search: (before: object) => ({ ...before, only: next }), resetScroll: false })
              }
            />
            <Keywords {...{ siteId, keywords, only }} />
            <KeywordSheet siteId={siteId} rank={keywords.find(({ id }) => id === open)} onClose={close} />
          </>
        )}
      </Loaded>
      <Add siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}

/** What is read for it is on the page already. */
function Add({ siteId, ...rest }: { siteId: string; open: boolean; onClose(): void }) {
  const { data: site } = useQuery(read('sites.get', { params: { id: siteId } }))
  const { data: overview } = useQuery(read('overview.get', { params: { id: siteId }, query: {} }))
  const tracked = useMemo(() => overview?.keywords.map(({ keyword }) => keyword) ?? [], [overview])
  return site ? <AddKeywords site={site.project} tracked={tracked} {...rest} /> : null
}
