import { alertRules, alerts as t } from '../../../texts/alerts.ts'
import { useRights, useSiteId } from '../../api/account.tsx'
import { type OutputOf, read } from '../../api/call.ts'
import { Loaded, Muted, Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { AlertTopic } from '../raised-alerts/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { Emails } from './emails.tsx'
import { Channels, Rules } from './rules.tsx'

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

type Alert = OutputOf<'alerts.list'>['alerts'][number]

function Raised({ siteId }: { siteId: string }) {
  return (
    <Panel title={t.raised} line={t.raisedLine}>
      <Loaded query={read('alerts.list', { params: { id: siteId } })}>
        {({ alerts }) => <Table caption={t.raised} columns={columnsOf(siteId)} rows={alerts} empty={t.none} />}
      </Loaded>
    </Panel>
  )
}

function columnsOf(siteId: string): Column<Alert>[] {
  return [
    {
      head: t.alert,
      cell: (alert) => (
        <>
          <AlertTopic siteId={siteId} alert={alert} />
          <br />
          <Muted>{alertRules[alert.rule]}</Muted>
        </>
      ),
    },
    { head: t.for, cell: ({ isForChannels }) => <Badge>{isForChannels ? t.forChannels : t.forMe}</Badge> },
    { head: t.when, figures: true, cell: ({ raisedAt }) => <Ago at={raisedAt} /> },
  ]
}
