import { getRouteApi } from '@tanstack/react-router'
import { searchConsole as t } from '../../../texts/search-console.ts'
import { read } from '../../api/call.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Connect } from './connect.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { Property } from './property.tsx'
import { Queries } from './queries.tsx'

const route = getRouteApi(`/inside${pages.searchConsole}`)

export function SearchConsole() {
  const { siteId } = route.useParams()
  const { google } = route.useSearch()
  return (
    <SiteFrame siteId={siteId} title={t.searchConsole}>
      <OutcomeNotice outcome={google} />
      <Loaded query={read('searchConsole.get', {})}>
        {(status) =>
          status.connected ? (
            <Property siteId={siteId}>
              <Queries siteId={siteId} />
            </Property>
          ) : (
            <>
              <Connect status={status} siteId={siteId} />
              {/* Rows that were read before a connection broke stay. */}
              {status.account && <Queries siteId={siteId} />}
            </>
          )
        }
      </Loaded>
    </SiteFrame>
  )
}
