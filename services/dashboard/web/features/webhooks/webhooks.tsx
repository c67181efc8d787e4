import { useState } from 'react'
import { webhooks as t } from '../../../texts/webhooks.ts'
import { useAccount, useSiteId } from '../../api/account.tsx'
import { read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Empty, Loaded, Panel } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Code } from '../../kit/words/code.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago } from '../../kit/words/time.tsx'
import { SiteFrame } from '../sites/exports.ts'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { AddEndpoint } from './endpoint-forms.tsx'
import { snippets } from './snippets.ts'
import { type Endpoint, nameOf, StateBadge } from './words.tsx'

export function Webhooks() {
  const siteId = useSiteId()
  const { role } = useAccount()
  const mayManage = role === 'owner' || role === 'admin'
  const [isAdding, setAdding] = useState(false)
  const [openId, setOpenId] = useState<string>()
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  return (
    <SiteFrame siteId={siteId} title={t.webhooks} actions={mayManage && add}>
      <Loaded query={read('webhooks.list', { params: { id: siteId } })}>
        {({ endpoints }) => (
          <>
            <Panel title={t.endpoints} line={t.sentInOrder}>
              <Table
                caption={t.endpoints}
                columns={columnsOf(setOpenId)}
                rows={endpoints}
                empty={<Empty text={t.none}>{mayManage ? add : t.askAManager}</Empty>}
              />
            </Panel>
            <EndpointDialog
              siteId={siteId}
              endpoint={endpoints.find(({ id }) => id === openId)}
              mayManage={mayManage}
              onClose={() => setOpenId(undefined)}
            />
          </>
        )}
      </Loaded>
      <Verifying />
      <AddEndpoint siteId={siteId} open={isAdding} onClose={() => setAdding(false)} />
    </SiteFrame>
  )
}

function columnsOf(onOpen: (id: string) => void): Column<Endpoint>[] {
  return [
    {
      head: t.endpoint,
      cell: (endpoint) => (
        <>
          <b>{nameOf(endpoint)}</b>
          <br />
          {t.kinds[endpoint.kind]}
          {nameOf(endpoint) !== endpoint.address && ` · ${endpoint.address}`}
        </>
      ),
    },
    { head: t.eventsHead, cell: ({ events }) => events.map((type) => t.events[type]).join(', ') },
    { head: t.state, cell: (endpoint) => <StateBadge {...endpoint} /> },
    { head: t.waiting, figures: true, cell: ({ waiting }) => figure(waiting) },
    { head: t.lastDelivery, cell: ({ deliveredAt }) => (deliveredAt ? <Ago at={deliveredAt} /> : t.never) },
    buttonColumn(t.open, (endpoint) => (
      <Button onClick={() => onOpen(endpoint.id)} aria-label={t.openNamed(nameOf(endpoint))}>
        {t.open}
      </Button>
    )),
  ]
}

function Verifying() {
  const tabs = snippets.map(([language, text]): [string, React.ReactNode] => [
    language,
    <Code key={language} label={t.verifyIn(language)} text={text} />,
  ])
  return (
    <Panel title={t.verify} line={t.howToVerify}>
      <Tabs label={t.language} tabs={tabs} />
    </Panel>
  )
}
