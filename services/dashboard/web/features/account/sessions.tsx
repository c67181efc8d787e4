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

type Session = OutputOf<'sessions.list'>['sessions'][number]
/** One of the others, or all of them. */
type Ending = { title: string; sessionId?: string }

/** Where the person is signed in. */
export function Sessions() {
  const queries = useQueryClient()
  const [ending, setEnding] = useState<Ending>()
  const endAll = <Button onClick={() => setEnding({ title: 'End all other sessions?' })}>End all others</Button>
  return (
    <Panel title="Where you are signed in" actions={endAll}>
      <Loaded query={read('sessions.list', {})}>
        {({ sessions }) => (
          <Table
            caption="Sessions"
            columns={[...columns, endColumn(({ id }) => setEnding({ title: 'End this session?', sessionId: id }))]}
            rows={sessions}
            rowId={({ id }) => id}
            empty=""
          />
        )}
      </Loaded>
      <Confirm
        title={ending?.title ?? ''}
        action="End"
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        onConfirm={async () => {
          await call('sessions.revoke', { body: ending?.sessionId ? { sessionId: ending.sessionId } : {} })
          await readAgain(queries, 'sessions.list')
        }}
      >
        <p>Whoever uses it has to sign in again.</p>
      </Confirm>
    </Panel>
  )
}

const columns: Column<Session>[] = [
  { head: 'From', cell: ({ from }) => from ?? 'unknown' },
  { head: 'Began', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { head: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
]

function endColumn(onEnd: (session: Session) => void): Column<Session> {
  return {
    head: 'End it',
    hidden: true,
    figures: true,
    cell: (session) =>
      session.isCurrent ? (
        <Badge tone="good">this one</Badge>
      ) : (
        <Button
          look="danger"
          onClick={() => onEnd(session)}
          aria-label={`End the session from ${session.from ?? 'an unknown place'}`}
        >
          End
        </Button>
      ),
  }
}
