import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { read } from '../../../api/call.ts'
import { Refusal } from '../../../api/send.ts'
import { pages } from '../../../routes.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { FirstRows } from '../../../ui/data-table/first-rows.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { figure } from '../../../ui/figure.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Row } from '../../../ui/page.tsx'
import { sentenceOf } from '../../../ui/refused.tsx'
import { type Proposal, reasonOf } from './evidence.tsx'
import { proposalColumns, similarityOf } from './proposal-columns.tsx'
import { useDecision } from './use-decision.ts'

/** Proposals that nobody has decided on. A refused one teaches: nothing like it is proposed again. */
export function Proposals({ siteId }: { siteId: string }) {
  const { mutate, isPending, data, error } = useDecision(siteId)
  const [opened, setOpened] = useState<Proposal>()
  const columns = useMemo(() => proposalColumns(setOpened), [])
  const buttons = (chosen: readonly Proposal[], done: () => void) => {
    const decide = (accept: boolean) => mutate({ ids: chosen.map(idOf), accept }, { onSettled: done })
    return (
      <>
        <Button look="primary" busy={isPending} onClick={() => decide(true)}>
          Accept
        </Button>
        <Button busy={isPending} onClick={() => decide(false)}>
          Refuse
        </Button>
      </>
    )
  }
  const close = () => setOpened(undefined)
  return (
    <>
      {error && <Refused error={error} />}
      {data && data.overLimit > 0 && <OverLimit {...data} />}
      <Loaded query={read('proposals.list', { params: { id: siteId }, query: { decided: false } })}>
        {({ rows, total }) => (
          <>
            <DataTable
              name="proposals"
              columns={columns}
              rows={rows}
              rowId={idOf}
              rowName={({ keyword }) => keyword}
              defaultSort="-score"
              empty="Nothing is proposed now. Where Auto-add is on, proposals come on Mondays."
              onOpen={(row) => setOpened(row)}
              actions={buttons}
            />
            <FirstRows shown={rows.length} total={total} />
          </>
        )}
      </Loaded>
      <Dialog title={opened?.keyword ?? ''} open={opened !== undefined} onClose={close}>
        {opened && (
          <>
            <Details {...opened} />
            <Row>{buttons([opened], close)}</Row>
          </>
        )}
      </Dialog>
    </>
  )
}

const idOf = ({ id }: Proposal) => id

function Details({ evidence, volume, similarity, score }: Proposal) {
  return (
    <Facts>
      {[
        ['Seen', reasonOf({ evidence })],
        ['Searches a month', figure(volume)],
        ['Like the note', similarityOf({ similarity })],
        ['Score', figure(score)],
      ]}
    </Facts>
  )
}

function OverLimit({ changed, overLimit }: { changed: number; overLimit: number }) {
  return (
    <Notice tone="warn">
      {changed} added. The plan has no room for {overLimit} more. <Link to={pages.prices}>See the plans</Link>
    </Notice>
  )
}

function Refused({ error }: { error: Error }) {
  const isLimit = error instanceof Refusal && error.problem.code === 'plan_limit_reached'
  return (
    <Notice tone="bad">
      {sentenceOf(error)} {isLimit && <Link to={pages.prices}>See the plans</Link>}
    </Notice>
  )
}
