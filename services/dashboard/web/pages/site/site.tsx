import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type OutputOf, read } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { AddKeywords } from './add-keywords.tsx'
import { KeywordSheet } from './keyword-sheet.tsx'
import { Keywords } from './keywords.tsx'
import { Standings } from './standings.tsx'

const route = getRouteApi(`/inside${pages.site}`)
type Site = OutputOf<'sites.get'>['project']

/** A site: where its keywords stand, and each keyword over time. */
export function SitePage() {
  const { siteId } = route.useParams()
  const { only, open } = route.useSearch()
  const navigate = useNavigate({ from: pages.site })
  const [adding, setAdding] = useState(false)
  const { data } = useQuery(read('sites.get', { params: { id: siteId } }))
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      Add keywords
    </Button>
  )
  return (
    <Page title={data?.project.name ?? 'Site'} line={data && lineOf(data.project)} actions={add}>
      <Loaded query={read('overview.get', { params: { id: siteId }, query: {} })}>
        {({ score, keywords }) => (
          <>
            <Standings {...{ score, keywords, only }} onChoose={(next) => void navigate({ search: { only: next } })} />
            <Keywords {...{ siteId, keywords, only }} />
            <KeywordSheet
              siteId={siteId}
              rank={keywords.find(({ id }) => id === open)}
              onClose={() => void navigate({ search: { only } })}
            />
          </>
        )}
      </Loaded>
      <AddKeywords siteId={siteId} open={adding} onClose={() => setAdding(false)} />
    </Page>
  )
}

function lineOf({ domain, country, language, checksPausedAt, frozen }: Site): string {
  const state = frozen ? ' · over the plan’s limit: not checked' : checksPausedAt ? ' · checks are paused' : ''
  return `${domain} · ${country} · ${language}${state}`
}
