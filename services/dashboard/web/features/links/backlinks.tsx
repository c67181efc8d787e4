import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Segments } from '../../kit/form/toggles.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Disavowed } from './disavowed.tsx'
import { Links } from './links.tsx'
import { linkLists } from './search.ts'

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
