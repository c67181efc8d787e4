import { getRouteApi } from '@tanstack/react-router'
import { searchConsole as t } from '../../../texts/search-console.ts'
import { useRights } from '../../api/account.tsx'
import { change, read } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Moment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { Connect, OutcomeNotice } from './connect.tsx'

const route = getRouteApi(`/inside${pages.googleConnection}`)

export function SearchConsoleConnection() {
  const { google } = route.useSearch()
  return (
    <Page title={t.googleSearchConsole}>
      <OutcomeNotice outcome={google} />
      <Loaded query={read('searchConsole.get', {})}>
        {(status) => (
          <>
            {status.account && (
              <Panel title={status.connected ? t.connected : t.notConnected} actions={<Disconnect />}>
                <Facts>
                  {[
                    [t.googleAccount, status.account.email],
                    [t.since, <Moment key="since" at={status.account.connectedAt} />],
                  ]}
                </Facts>
                <p>{t.selectThePropertyOfEach}</p>
              </Panel>
            )}
            {!status.connected && <Connect status={status} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Disconnect() {
  const { manages } = useRights()
  if (!manages) return null
  return (
    <ConfirmButton
      look="plain"
      title={t.disconnectGoogleQuestion}
      action={t.disconnectGoogle}
      onConfirm={() => change('searchConsole.disconnect', {})}
    >
      <p>{t.permissionIsRevoked}</p>
    </ConfirmButton>
  )
}
