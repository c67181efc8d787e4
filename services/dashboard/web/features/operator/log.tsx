import { useState } from 'react'
import { operator as t } from '../../../texts/operator.ts'
import { said } from '../../../texts/said.ts'
import { useRights } from '../../api/account.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Panel } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { logColumns } from '../../kit/table/columns.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { leftName } from '../team/exports.ts'
import { EvidenceTable } from './advice-card.tsx'
import { type Decision, decisionWords, useDecide } from './decisions.ts'

export function Log({ siteId, log }: { siteId: string; log: readonly Decision[] }) {
  const [open, setOpen] = useState<Decision>()
  const { busy, failure, decide } = useDecide(siteId)
  const { writes } = useRights()
  const undo = (about: string) => void decide({ decision: 'undo', about })
  const columns = [...columnsOf(setOpen), ...(writes ? [undoColumn(busy, undo)] : [])]
  return (
    <Panel title={t.log} line={t.last100Decisions}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Table caption={t.log} columns={columns} rows={log} empty={t.noDecisionsYet} />
      <Dialog
        title={open ? said(open.title) : ''}
        side="right"
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
      >
        {open && <EvidenceTable title={said(open.title)} evidence={open.evidence} />}
      </Dialog>
    </Panel>
  )
}

function columnsOf(onOpen: (decision: Decision) => void): Column<Decision>[] {
  return [
    {
      head: t.card,
      cell: (decision) => (
        <button type="button" data-link onClick={() => onOpen(decision)}>
          {said(decision.title)}
        </button>
      ),
    },
    ...logColumns<Decision>({
      what: decisionWords,
      by: ({ byRule, by }) => (byRule ? t.byTheRule(by ?? leftName) : (by ?? leftName)),
      at: ({ at }) => at,
    }),
  ]
}

function undoColumn(busy: readonly string[], onUndo: (id: string) => void): Column<Decision> {
  return buttonColumn(
    t.undo,
    ({ id, status, title }) =>
      status === 'counts' && (
        <Button look="quiet" busy={busy.includes(id)} onClick={() => onUndo(id)} aria-label={t.undoNamed(said(title))}>
          {t.undo}
        </Button>
      ),
  )
}
