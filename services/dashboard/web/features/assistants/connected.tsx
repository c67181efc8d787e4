import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assistants as t } from '../../../texts/assistants.ts'
import { useRights } from '../../api/account.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { session } from '../../api/session.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'

type Assistant = OutputOf<'assistants.list'>['assistants'][number]

/** The assistants that people connected by OAuth: one's own, and for owners and admins everybody's. */
export function Connected({ accountId }: { accountId: string }) {
  const { manages } = useRights()
  const { data } = useQuery(session)
  const { data: team } = useQuery({ ...read('team.list', {}), enabled: manages })
  const [ending, setEnding] = useState<Assistant>()
  const own = data?.person?.id
  const names = new Map(team?.members.map(({ id, name, email }) => [id, name ?? email]))
  const nameOf = (personId: string | null) => (personId === own ? t.you : (names.get(personId ?? '') ?? t.formerMember))
  return (
    <Loaded query={read('assistants.list', { params: { accountId } })}>
      {({ assistants, limit }) => {
        const used = assistants.filter(({ personId }) => personId === own).length
        const whose: Column<Assistant> = { head: t.for, cell: ({ personId }) => nameOf(personId) }
        const columns = manages ? [...what, whose] : what
        return (
          <Panel title={`${t.connected} · ${t.yoursOf(used, limit)}`} line={t.endsWithoutACall}>
            <Table
              caption={t.connected}
              columns={[...columns, ...when, endColumn(setEnding)]}
              rows={assistants}
              rowId={({ id }) => id}
              empty={t.noneConnected}
            />
            <EndAssistant accountId={accountId} ending={ending} onClose={() => setEnding(undefined)} />
          </Panel>
        )
      }}
    </Loaded>
  )
}

const what: Column<Assistant>[] = [
  {
    head: t.name,
    cell: ({ name, proof }) => (
      <>
        <b>{name}</b> {proof === 'registered' && <Badge title={t.unverifiedMeans}>{t.unverified}</Badge>}
        {proof === 'made' && <Badge>{t.madeByHand}</Badge>}
      </>
    ),
  },
  { head: t.goesTo, cell: ({ host }) => host || t.thisKindOfProgram },
]
const when: Column<Assistant>[] = [
  { head: t.access, cell: ({ isLimited }) => (isLimited ? t.oneSite : t.allSites) },
  { head: t.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Ago at={lastUsedAt} /> : t.never) },
]

function endColumn(onEnd: (assistant: Assistant) => void): Column<Assistant> {
  return {
    head: t.disconnect,
    figures: true,
    hidden: true,
    cell: (assistant) => (
      <Button look="danger" onClick={() => onEnd(assistant)} aria-label={t.disconnectNamed(assistant.name)}>
        {t.disconnect}
      </Button>
    ),
  }
}

type EndProps = { accountId: string; ending: Assistant | undefined; onClose(): void }

function EndAssistant({ accountId, ending, onClose }: EndProps) {
  const queries = useQueryClient()
  return (
    <Confirm
      title={t.disconnectQuestion(ending?.name ?? '')}
      action={t.disconnect}
      open={ending !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (ending) await call('assistants.revoke', { params: { accountId, assistantId: ending.id } })
        await readAgain(queries, 'assistants.list')
      }}
    >
      <p>{t.callsAreRefused}</p>
    </Confirm>
  )
}
