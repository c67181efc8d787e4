import { useState } from 'react'
import { assistants as t } from '../../../texts/assistants.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { MakeClient } from './make-client.tsx'

type Client = OutputOf<'oauthClients.list'>['clients'][number]
type ClientsProps = { accountId: string; connectUrl: string }

/** Clients that were made by hand, for hosts that ask for a client id. */
export function Clients({ accountId, connectUrl }: ClientsProps) {
  const [making, setMaking] = useState(false)
  const [deleting, setDeleting] = useState<Client>()
  const make = <Button onClick={() => setMaking(true)}>{t.makeAClient}</Button>
  return (
    <Loaded query={read('oauthClients.list', { params: { accountId } })}>
      {({ clients, limit }) => (
        <Panel title={`${t.clients} · ${t.usedOfLimit(clients.length, limit)}`} line={t.forHostsThatAsk} actions={make}>
          <Table
            caption={t.clients}
            columns={[...columns, deleteColumn(setDeleting)]}
            rows={clients}
            rowId={({ id }) => id}
            empty={t.noClients}
          />
          <MakeClient accountId={accountId} connectUrl={connectUrl} open={making} onClose={() => setMaking(false)} />
          <DeleteClient accountId={accountId} deleting={deleting} onClose={() => setDeleting(undefined)} />
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

function deleteColumn(onDelete: (client: Client) => void): Column<Client> {
  return {
    head: t.deleteClient,
    figures: true,
    hidden: true,
    cell: (client) => (
      <Button look="danger" onClick={() => onDelete(client)} aria-label={t.deleteNamed(client.name)}>
        {t.deleteClient}
      </Button>
    ),
  }
}

type DeleteProps = { accountId: string; deleting: Client | undefined; onClose(): void }

function DeleteClient({ accountId, deleting, onClose }: DeleteProps) {
  return (
    <Confirm
      title={t.deleteQuestion(deleting?.name ?? '')}
      action={t.deleteClient}
      open={deleting !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (deleting) await call('oauthClients.delete', { params: { accountId, clientId: deleting.id } })
        await readAgain('oauthClients.list', 'assistants.list')
      }}
    >
      <p>{t.accessesEnd}</p>
    </Confirm>
  )
}
