import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { links as t } from '../../../texts/links.ts'
import { Segments } from '../../kit/form/filters.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Disavowed } from './disavowed.tsx'
import { Links } from './links.tsx'
import { linkLists } from './search.ts'

const route = getRouteApi(`/inside${pages.backlinks}`)

export function Backlinks() {
  const { siteId } = route.useParams()
  const { list = 'links' } = route.useSearch()
  const navigate = useNavigate({ from: pages.backlinks })
  const lists = (
    <Segments
      label={t.list}
      names={linkLists}
      chosen={list}
      onChoose={(next) => void navigate({ search: { list: next } })}
    />
  )
  return (
    <SiteFrame siteId={siteId} title={t.backlinks} actions={lists}>
      {list === 'links' ? (
        <Panel title={t.newLostLinks} line={t.ofTheLastYear}>
          <Links siteId={siteId} />
        </Panel>
      ) : (
        <Disavowed siteId={siteId} />
      )}
    </SiteFrame>
  )
}
