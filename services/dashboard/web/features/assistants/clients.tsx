import { useState } from 'react'
import { assistants as t } from '../../../texts/assistants.ts'
import { change, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { MakeClient } from './make-client.tsx'

type Client = OutputOf<'oauthClients.list'>['clients'][number]
/** Clients that were made by hand, for hosts that ask for a client id. */
export function Clients({ accountId, connectUrl }: { accountId: string; connectUrl: string }) {
  const [making, setMaking] = useState(false)
  const make = <Button onClick={() => setMaking(true)}>{t.makeAClient}</Button>
  return (
    <Loaded query={read('oauthClients.list', { params: { accountId } })}>
      {({ clients, limit }) => (
        <Panel title={`${t.clients} · ${t.usedOfLimit(clients.length, limit)}`} line={t.forHostsThatAsk} actions={make}>
          <Table
            caption={t.clients}
            columns={[...columns, deleteColumn(accountId)]}
            rows={clients}
            empty={t.noClients}
          />
          <MakeClient accountId={accountId} connectUrl={connectUrl} open={making} onClose={() => setMaking(false)} />
        </Panel>
      )}
    </Loaded>
  )
}

const columns: Column<Client>[] = [
  { head: t.name, cell: ({ name }) => <b>{name}</b> },
  { head: t.clientId, cell: ({ id }) => <code>{id}</code> },
  { head: t.secretQuestion, cell: secretOf },
  {
    head: t.returnsTo,
    cell: ({ redirectUris }) => redirectUris.map((uri) => <div key={uri}>{uri}</div>),
  },
]

function secretOf({ isConfidential, skipsPkce }: Client): string {
  if (skipsPkce) return t.withoutPkce
  return isConfidential ? t.withSecret : t.withoutSecret
}

const deleteColumn = (accountId: string) =>
  buttonColumn<Client>(t.deleteClient, ({ id: clientId, name }) => (
    <ConfirmButton
      look="danger"
      title={t.deleteQuestion(name)}
      action={t.deleteClient}
      aria-label={t.deleteNamed(name)}
      onConfirm={() =>
        change('oauthClients.delete', { params: { accountId, clientId } }, 'oauthClients.list', 'assistants.list')
      }
    >
      <p>{t.accessesEnd}</p>
    </ConfirmButton>
  ))
