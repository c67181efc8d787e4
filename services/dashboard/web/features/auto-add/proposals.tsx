import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { autoAdd as t } from '../../../texts/auto-add.ts'
import { useRights, Writes } from '../../api/account.tsx'
import { call, read, readAgain } from '../../api/call.ts'
import { Refusal } from '../../api/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Facts } from '../../kit/layout/facts.tsx'
import { Loaded, Row } from '../../kit/layout/page.tsx'
import { Notice, Refused } from '../../kit/notice.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { type Proposal, proposalColumns, reasonOf, similarityOf } from './proposal-columns.tsx'

/** Undecided proposals. A dismissed one teaches: similar phrases are not proposed again. */
export function Proposals({ siteId }: { siteId: string }) {
  const { mutate, isPending, data, error } = useDecision(siteId)
  const [opened, setOpened] = useState<Proposal>()
  const { writes } = useRights()
  const columns = useMemo(() => proposalColumns(setOpened), [])
  const close = () => setOpened(undefined)
  const buttons = (chosen: readonly Proposal[], done: () => void) => (
    <Decision busy={isPending} onDecide={(accept) => mutate({ ids: chosen.map(idOf), accept }, { onSettled: done })} />
  )
  return (
    <>
      {error && <Refused error={error}>{isLimit(error) && seePlans}</Refused>}
      {data && data.overLimit > 0 && (
        <Notice tone="warn">
          {t.addedYourPlanNo(data.changed, data.overLimit)} {seePlans}
        </Notice>
      )}
      <Loaded query={read('proposals.list', { params: { id: siteId }, query: { decided: false } })}>
        {({ rows, total }) => (
          <>
            <DataTable
              noun={t.proposalsLower}
              columns={columns}
              rows={rows}
              defaultSort="-score"
              empty={t.noProposals}
              onOpen={(row) => setOpened(row)}
              actions={writes ? buttons : undefined}
            />
            <FirstRows shown={rows.length} total={total} />
          </>
        )}
      </Loaded>
      <ProposalDialog proposal={opened} onClose={close} buttons={(proposal) => buttons([proposal], close)} />
    </>
  )
}

function Decision({ busy, onDecide }: { busy: boolean; onDecide(accept: boolean): void }) {
  return (
    <>
      <Button look="primary" busy={busy} onClick={() => onDecide(true)}>
        {t.accept}
      </Button>
      <Button busy={busy} onClick={() => onDecide(false)}>
        {t.dismiss}
      </Button>
    </>
  )
}

const idOf = ({ id }: Proposal) => id
const seePlans = <Link to={pages.prices}>{t.seePlans}</Link>

function isLimit(error: Error): boolean {
  return error instanceof Refusal && error.problem.code === 'plan_limit_reached'
}

const atOnce = 500

function useDecision(siteId: string) {
  return useMutation({
    mutationFn: async ({ ids, accept }: { ids: string[]; accept: boolean }) => {
      const sum = { changed: 0, overLimit: 0 }
      for (let at = 0; at < ids.length; at += atOnce) {
        const body = { ids: ids.slice(at, at + atOnce), accept }
        const answer = await call('proposals.update', { params: { id: siteId }, body })
        sum.changed += answer.changed
        sum.overLimit += answer.overLimit
      }
      return sum
    },
    onSettled: changed,
  })
}

type ProposalDialogProps = { proposal: Proposal | undefined; onClose(): void; buttons(proposal: Proposal): ReactNode }

function ProposalDialog({ proposal, onClose, buttons }: ProposalDialogProps) {
  return (
    <Dialog title={proposal?.keyword ?? ''} open={proposal !== undefined} onClose={onClose}>
      {proposal && (
        <>
          <Details {...proposal} />
          <Writes>
            <Row>{buttons(proposal)}</Row>
          </Writes>
        </>
      )}
    </Dialog>
  )
}

function Details({ evidence, volume, similarity, score }: Proposal) {
  return (
    <Facts>
      {[
        [t.seen, reasonOf({ evidence })],
        [t.monthlySearches, figure(volume)],
        [t.topicMatch, similarityOf({ similarity })],
        [t.score, figure(score)],
      ]}
    </Facts>
  )
}

export function changed(): Promise<void> {
  return readAgain('proposals.list', 'autoAdd.get', 'movements.list')
}
