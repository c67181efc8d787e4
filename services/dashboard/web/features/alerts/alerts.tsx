import { alerts as t } from '../../../texts/alerts.ts'
import { useRights } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SiteFrame } from '../sites/exports.ts'
import { Channels } from './channels.tsx'
import { Emails } from './emails.tsx'
import { Raised } from './raised.tsx'
import { Rules } from './rules.tsx'

/** The raised alerts of a site, their rules, and the emails about it. */
export function Alerts() {
  const siteId = useSiteId()
  const { manages } = useRights()
  return (
    <SiteFrame siteId={siteId} title={t.alerts}>
      <Raised siteId={siteId} />
      <Loaded query={read('alertSettings.get', { params: { id: siteId } })}>
        {({ settings }) => (
          <>
            <Emails siteId={siteId} quiet={settings.quiet} timeZone={settings.timeZone} />
            <Panel title={t.rules} line={t.rulesLine}>
              {!manages ? (
                <Rules siteId={siteId} audience="me" rules={settings.mine} />
              ) : (
                <Tabs
                  label={t.rules}
                  tabs={[
                    [t.myRules, <Rules key="me" siteId={siteId} audience="me" rules={settings.mine} />],
                    [t.channelRules, <Channels key="channels" siteId={siteId} settings={settings} />],
                  ]}
                />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </SiteFrame>
  )
}
