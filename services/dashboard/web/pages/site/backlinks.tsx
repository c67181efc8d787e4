import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pages } from '../../routes.ts'
import { Panel } from '../../ui/page.tsx'
import { Segments } from '../../ui/toggles.tsx'
import { Disavowed } from './disavowed.tsx'
import { Links } from './links.tsx'
import { linkLists } from './list-search.ts'
import { SiteFrame } from './site-frame.tsx'

const route = getRouteApi(`/inside${pages.backlinks}`)

/** Who links to the site, and what to do about it. */
export function Backlinks() {
  const { siteId } = route.useParams()
  const { list = 'links' } = route.useSearch()
  const navigate = useNavigate({ from: pages.backlinks })
  const lists = (
    <Segments
      label="List"
      names={linkLists}
      chosen={list}
      onChoose={(next) => void navigate({ search: { list: next } })}
    />
  )
  return (
    <SiteFrame siteId={siteId} title="Backlinks" actions={lists}>
      {list === 'links' ? (
        <Panel
          title="Links, new and lost"
          line="Of the last year. What we suggest follows fixed rules, with its reasons."
        >
          <Links siteId={siteId} />
        </Panel>
      ) : (
        <Disavowed siteId={siteId} />
      )}
    </SiteFrame>
  )
}
