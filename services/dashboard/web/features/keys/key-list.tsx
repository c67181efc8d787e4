import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { CreateKey, type Example } from './create-key.tsx'

type Key = OutputOf<'keys.list'>['keys'][number]
type KeyListProps = {
  accountId: string
  kind: 'server' | 'lasting'
  example: Example
  empty: string
}

/** The keys of one kind: those that work, and those that were revoked. */
export function KeyList({ accountId, kind, example, empty }: KeyListProps) {
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Key>()
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      Create a key
    </Button>
  )
  return (
    <Loaded query={read('keys.list', { params: { accountId } })}>
      {({ keys, limits }) => {
        const ours = keys.filter((key) => key.kind === kind)
        const columns = [...common, kind === 'server' ? strikes(limits.strikes) : opens]
        const live = ours.filter((key) => !key.revokedAt)
        return (
          <>
            <Panel title={`${live.length} of ${limits[kind]}`} actions={create}>
              <Table
                caption="Keys that work"
                columns={[...columns, revokeColumn(setRevoking)]}
                rows={live}
                rowId={idOf}
                empty={empty}
              />
            </Panel>
            <Revoked columns={columns} keys={ours.filter((key) => key.revokedAt)} />
            <CreateKey
              accountId={accountId}
              kind={kind}
              example={example}
              open={creating}
              onClose={() => setCreating(false)}
            />
            <RevokeKey kept={revoking} onClose={() => setRevoking(undefined)} />
          </>
        )
      }}
    </Loaded>
  )
}

function Revoked({ columns, keys }: { columns: readonly Column<Key>[]; keys: readonly Key[] }) {
  if (keys.length === 0) return null
  return (
    <Panel title="Revoked" line="They open nothing any more.">
      <Table caption="Revoked keys" columns={[...columns, revokedColumn]} rows={keys} rowId={idOf} empty="" />
    </Panel>
  )
}

const idOf = ({ id }: Key) => id

const common: Column<Key>[] = [
  { head: 'Name', cell: ({ name }) => <b>{name}</b> },
  { head: 'Key', cell: ({ start, client }) => (client === null ? <code>{start}…</code> : `connected to ${client}`) },
  { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : 'never') },
]
const opens: Column<Key> = { head: 'Opens', cell: ({ projectId }) => (projectId === null ? 'All sites' : 'One site') }
const revokedColumn: Column<Key> = { head: 'Revoked', cell: ({ revokedAt }) => revokedAt && <Ago at={revokedAt} /> }

/** Calls of addresses that are not on the list: the last one revokes the key. */
function strikes(most: number): Column<Key> {
  const toneOf = (count: number) => (count === 0 ? 'plain' : count < most / 2 ? 'warn' : 'bad')
  return {
    head: 'Invalid requests',
    cell: ({ strikes: count }) => (
      <Badge tone={toneOf(count)}>
        {count} of {most}
      </Badge>
    ),
  }
}

function revokeColumn(onRevoke: (key: Key) => void): Column<Key> {
  return {
    head: 'Revoke',
    figures: true,
    hidden: true,
    cell: (key) => (
      <Button look="danger" onClick={() => onRevoke(key)} aria-label={`Revoke ${key.name}`}>
        Revoke
      </Button>
    ),
  }
}

/** Asks before a key is revoked. */
function RevokeKey({ kept, onClose }: { kept: Key | undefined; onClose(): void }) {
  const queries = useQueryClient()
  return (
    <Confirm
      title={`Revoke “${kept?.name ?? ''}”?`}
      action="Revoke the key"
      open={kept !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (kept) await call('keys.revoke', { params: { keyId: kept.id } })
        await readAgain(queries, 'keys.list')
      }}
    >
      <p>Whatever still sends it is refused from the next call on. This cannot be undone.</p>
    </Confirm>
  )
}
