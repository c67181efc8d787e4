import { account as t } from '../../../texts/account.ts'
import { change, type OutputOf, read } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'

type Session = OutputOf<'sessions.list'>['sessions'][number]

export function Sessions() {
  return (
    <Panel title={t.yourSessions} actions={<End look="plain" title={t.endAllOtherSessions} label={t.endAllOthers} />}>
      <Loaded query={read('sessions.list', {})}>
        {({ sessions }) => <Table caption={t.sessions} columns={columns} rows={sessions} />}
      </Loaded>
    </Panel>
  )
}

type EndProps = { look: 'plain' | 'danger'; title: string; label: string; 'aria-label'?: string; sessionId?: string }

function End({ sessionId, ...button }: EndProps) {
  return (
    <ConfirmButton
      {...button}
      action={t.end}
      onConfirm={() =>
        change('sessions.revoke', { body: sessionId === undefined ? {} : { sessionId } }, 'sessions.list')
      }
    >
      <p>{t.deviceWillHaveToSign}</p>
    </ConfirmButton>
  )
}

const columns: Column<Session>[] = [
  { head: t.network, cell: ({ from }) => from ?? t.unknown },
  { head: t.started, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { head: t.lastUsed, cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  buttonColumn(t.endIt, ({ id, from, isCurrent }) =>
    isCurrent ? (
      <Badge tone="good">{t.thisSession}</Badge>
    ) : (
      <End
        look="danger"
        title={t.endThisSession}
        label={t.end}
        aria-label={t.endFrom(from ?? t.anUnknownNetwork)}
        sessionId={id}
      />
    ),
  ),
]
