import { useState } from 'react'
import { autoAdd as t } from '../../../texts/auto-add.ts'
import { useSiteId, Writes } from '../../api/account.tsx'
import { call, type OutputOf, read } from '../../api/call.ts'
import { ActionButton } from '../../kit/action.tsx'
import { Loaded, Panel, Row } from '../../kit/layout/page.tsx'
import { Tabs } from '../../kit/layout/tabs.tsx'
import { Badge } from '../../kit/notice.tsx'
import { logColumns } from '../../kit/table/columns.tsx'
import { type Column, FirstRows, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago } from '../../kit/words/time.tsx'
import { SiteFrame } from '../sites/exports.ts'
import { leftName, Named, type Names } from '../team/exports.ts'
import { PolicyForm } from './policy-form.tsx'
import { type Proposal, Seen } from './proposal-columns.tsx'
import { changed, Proposals } from './proposals.tsx'

export function AutoAdd() {
  const siteId = useSiteId()
  const params = { id: siteId }
  const run = (
    <Writes>
      <RunNow siteId={siteId} />
    </Writes>
  )
  return (
    <SiteFrame siteId={siteId} title={t.autoAdd} actions={run}>
      <Panel title={t.policy} line={t.proposalsComeFromSavedQuestions}>
        <Loaded query={read('sites.get', { params })}>
          {({ project }) => (
            <Loaded query={read('autoAdd.get', { params })}>
              {({ policy }) => <PolicyForm siteId={siteId} note={project.autoAddPreference} policy={policy} />}
            </Loaded>
          )}
        </Loaded>
      </Panel>
      <Panel title={t.keywords}>
        <Tabs
          label={t.proposals}
          tabs={[
            [t.proposed, <Proposals key="open" siteId={siteId} />],
            [t.decided, <Decided key="decided" siteId={siteId} />],
          ]}
        />
      </Panel>
    </SiteFrame>
  )
}

function Decided({ siteId }: { siteId: string }) {
  return (
    <Named>
      {(nameOf) => (
        <Loaded query={read('proposals.list', { params: { id: siteId }, query: { decided: true } })}>
          {({ rows, total }) => (
            <>
              <Table
                caption={t.decidedProposals}
                columns={columnsOf(nameOf)}
                rows={rows}
                empty={t.noKeywordsHaveBeenAdded}
              />
              <FirstRows shown={rows.length} total={total} />
            </>
          )}
        </Loaded>
      )}
    </Named>
  )
}

function columnsOf(nameOf: Names): Column<Proposal>[] {
  return [
    { head: t.keyword, cell: ({ keyword }) => <b>{keyword}</b> },
    ...logColumns<Proposal>({
      what: ({ state }) => <Badge tone={state === 'added' ? 'good' : 'plain'}>{state}</Badge>,
      by: ({ decidedBy }) => (decidedBy === null ? t.theRule : (nameOf(decidedBy) ?? leftName)),
      at: ({ decidedAt }) => decidedAt,
    }),
    { head: t.proposed, cell: ({ proposedAt }) => <Ago at={proposedAt} /> },
    { head: t.seen, cell: ({ evidence }) => <Seen evidence={evidence} /> },
    { head: t.volume, cell: ({ volume }) => figure(volume), figures: true },
  ]
}

function RunNow({ siteId }: { siteId: string }) {
  const [outcome, setOutcome] = useState<OutputOf<'autoAdd.run'>>()
  const run = async () => {
    setOutcome(undefined)
    setOutcome(await call('autoAdd.run', { params: { id: siteId } }))
    await changed()
  }
  return (
    <Row>
      {outcome && <span role="status">{sentenceOf(outcome)}</span>}
      <ActionButton action={run}>{t.proposeNow}</ActionButton>
    </Row>
  )
}

function sentenceOf({ proposed, added }: OutputOf<'autoAdd.run'>): string {
  return proposed === 0 ? t.noNewDataHasBeen : t.proposedAdded(proposed, added)
}
