import { keys as t } from '../../../texts/keys.ts'
import { change, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { asked, useAsked } from '../../routing/asked.ts'
import { CreateKey, type Example } from './create-key.tsx'

type Key = OutputOf<'keys.list'>['keys'][number]
type KeyListProps = {
  accountId: string
  kind: 'server' | 'lasting'
  example: Example
  empty: string
  title?: string
  line?: string
}

export function KeyList({ accountId, kind, example, empty, title, line }: KeyListProps) {
  const [creating, setCreating] = useAsked(asked.newKey)
  const create = (
    <Button look="primary" onClick={() => setCreating(true)}>
      {t.createAKey}
    </Button>
  )
  return (
    <Loaded query={read('keys.list', { params: { accountId } })}>
      {({ keys, limits }) => {
        // Connected assistants have a list of their own.
        const ours = keys.filter((key) => key.kind === kind && key.client === null)
        const columns = [...common, kind === 'server' ? strikes(limits.strikes) : opens]
        const live = ours.filter((key) => !key.revokedAt)
        return (
          <>
            <Panel
              title={[title, t.usedOfLimit(live.length, limits[kind])].filter(Boolean).join(' · ')}
              line={line}
              actions={create}
            >
              <Table caption={t.activeKeys} columns={[...columns, revokeColumn]} rows={live} empty={empty} />
            </Panel>
            <Revoked columns={columns} keys={ours.filter((key) => key.revokedAt)} />
            <CreateKey
              accountId={accountId}
              kind={kind}
              example={example}
              open={creating}
              onClose={() => setCreating(false)}
            />
          </>
        )
      }}
    </Loaded>
  )
}

function Revoked({ columns, keys }: { columns: readonly Column<Key>[]; keys: readonly Key[] }) {
  if (keys.length === 0) return null
  return (
    <Panel title={t.revoked} line={t.theyNoLongerWork}>
      <Table caption={t.revokedKeys} columns={[...columns, revokedColumn]} rows={keys} />
    </Panel>
  )
}

const common: Column<Key>[] = [
  { head: t.name, cell: ({ name }) => <b>{name}</b> },
  { head: t.key, cell: ({ start }) => <code>{start}…</code> },
  { head: t.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : t.never) },
]
const opens: Column<Key> = { head: t.access, cell: ({ projectId }) => (projectId === null ? t.allSites : t.oneSite) }
const revokedColumn: Column<Key> = { head: t.revoked, cell: ({ revokedAt }) => revokedAt && <Ago at={revokedAt} /> }

/** Calls of unlisted paths: the last one revokes the key. */
function strikes(max: number): Column<Key> {
  const toneOf = (count: number) => (count === 0 ? 'plain' : count < max / 2 ? 'warn' : 'bad')
  return {
    head: t.invalidRequests,
    cell: ({ strikes: count }) => <Badge tone={toneOf(count)}>{t.usedOfLimit(count, max)}</Badge>,
  }
}

const revokeColumn = buttonColumn<Key>(t.revoke, ({ id: keyId, name }) => (
  <ConfirmButton
    look="danger"
    title={t.revokeQuestion(name)}
    label={t.revoke}
    action={t.revokeKey}
    aria-label={t.revokeNamed(name)}
    onConfirm={() => change('keys.revoke', { params: { keyId } }, 'keys.list')}
  >
    <p>{t.callsWithThisKey}</p>
  </ConfirmButton>
))
