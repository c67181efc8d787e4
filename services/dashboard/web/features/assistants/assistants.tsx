import { useQuery } from '@tanstack/react-query'
import { assistants as t } from '../../../texts/assistants.ts'
import { useAccount, useRights } from '../../api/account.tsx'
import { change, type OutputOf, read } from '../../api/call.ts'
import { readFacts } from '../../api/document.ts'
import { session } from '../../api/session.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Code } from '../../kit/words/code.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { assistantExample, KeyList } from '../keys/exports.ts'
import { Clients } from './clients.tsx'

/** The assistants of a person; owners and admins also see those of others, permanent keys and clients made by hand. */
export function Assistants() {
  const { accountId } = useAccount()
  const { manages } = useRights()
  const { agentsUrl, connectUrl } = readFacts()
  return (
    <Page title={t.assistants} line={t.programsThatWorkForYou}>
      <Connected accountId={accountId} />
      <Panel title={t.connectAnAssistant} line={t.addThisAddress}>
        <Code label={t.address} text={connectUrl} />
      </Panel>
      {manages && (
        <>
          <KeyList
            title={t.permanentKeys}
            line={t.forThoseWithoutOAuth}
            accountId={accountId}
            kind="lasting"
            example={assistantExample(agentsUrl)}
            empty={t.noKeysYet}
          />
          <Clients accountId={accountId} connectUrl={connectUrl} />
        </>
      )}
      <Panel title={t.assistantWithoutAKey} line={t.itRegistersItself}>
        <Code label={t.address} text={agentsUrl} />
      </Panel>
    </Page>
  )
}

type Assistant = OutputOf<'assistants.list'>['assistants'][number]

/** The assistants that people connected by OAuth: one's own, and for owners and admins everybody's. */
function Connected({ accountId }: { accountId: string }) {
  const { manages } = useRights()
  const { data } = useQuery(session)
  const { data: team } = useQuery({ ...read('team.list', {}), enabled: manages })
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
              columns={[...columns, ...when, endColumn(accountId)]}
              rows={assistants}
              empty={t.noneConnected}
            />
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

const endColumn = (accountId: string) =>
  buttonColumn<Assistant>(t.disconnect, ({ id: assistantId, name }) => (
    <ConfirmButton
      look="danger"
      title={t.disconnectQuestion(name)}
      action={t.disconnect}
      aria-label={t.disconnectNamed(name)}
      onConfirm={() => change('assistants.revoke', { params: { accountId, assistantId } }, 'assistants.list')}
    >
      <p>{t.callsAreRefused}</p>
    </ConfirmButton>
  ))
