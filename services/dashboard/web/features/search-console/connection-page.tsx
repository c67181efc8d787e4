import { getRouteApi } from '@tanstack/react-router'
import { read } from '../../api/call.ts'
import { Facts } from '../../kit/layout/facts.tsx'
import { Page, Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Moment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { Connect } from './connect.tsx'
import { Disconnect } from './disconnect.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'

const route = getRouteApi(`/inside${pages.googleConnection}`)

/** The account's connection to Google. */
export function SearchConsoleConnection() {
  const { google } = route.useSearch()
  return (
    <Page title="Google search console">
      <OutcomeNotice outcome={google} />
      <Loaded query={read('searchConsole.get', {})}>
        {(status) => (
          <>
            {status.account && (
              <Panel title={status.connected ? 'Connected' : 'Not connected'} actions={<Disconnect />}>
                <Facts>
                  {[
                    ['Google account', status.account.email],
                    ['Since', <Moment key="since" at={status.account.connectedAt} />],
                  ]}
                </Facts>
                <p>Choose the property of each site on the site’s own page.</p>
              </Panel>
            )}
            {!status.connected && <Connect status={status} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}
