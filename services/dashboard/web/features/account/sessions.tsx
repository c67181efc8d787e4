import { useState } from 'react'
import { account as t } from '../../../texts/account.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'

type Session = OutputOf<'sessions.list'>['sessions'][number]
/** One of the others, or all of them. */
type Ending = { title: string; sessionId?: string }

export function Sessions() {
  const [ending, setEnding] = useState<Ending>()
  const endAll = <Button onClick={() => setEnding({ title: t.endAllOtherSessions })}>{t.endAllOthers}</Button>
  return (
    <Panel title={t.yourSessions} actions={endAll}>
      <Loaded query={read('sessions.list', {})}>
        {({ sessions }) => (
          <Table
            caption={t.sessions}
            columns={[...columns, endColumn(({ id }) => setEnding({ title: t.endThisSession, sessionId: id }))]}
            rows={sessions}
            rowId={({ id }) => id}
            empty=""
          />
        )}
      </Loaded>
      <Confirm
        title={ending?.title ?? ''}
        action={t.end}
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          await call('sessions.revoke', { body: ending?.sessionId ? { sessionId: ending.sessionId } : {} })
          await readAgain('sessions.list')
        }}
      >
        <p>{t.deviceWillHaveToSign}</p>
      </Confirm>
    </Panel>
  )
}

const columns: Column<Session>[] = [
  { head: t.network, cell: ({ from }) => from ?? t.unknown },
  { head: t.started, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { head: t.lastUsed, cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
]

function endColumn(onEnd: (session: Session) => void): Column<Session> {
  return {
    head: t.endIt,
    hidden: true,
    figures: true,
    cell: (session) =>
      session.isCurrent ? (
        <Badge tone="good">{t.thisSession}</Badge>
      ) : (
        <Button look="danger" onClick={() => onEnd(session)} aria-label={t.endFrom(session.from ?? t.anUnknownNetwork)}>
          {t.end}
        </Button>
      ),
  }
}
