import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reports as t } from '../../../texts/reports.ts'
import { call, type OutputOf, read } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { useSiteId } from '../../api/site-id.ts'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/dialog/confirm.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Empty, Panel, Row } from '../../kit/layout/page.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Badge } from '../../kit/notice.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Copy } from '../../kit/words/code.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago, Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { asked, useAsked } from '../../routing/asked.ts'
import { SiteFrame } from '../sites/exports.ts'
import { ReportForm } from './report-form.tsx'

type ListedReport = OutputOf<'reports.list'>['reports'][number]

/** The reports of a site, with their links. */
export function Reports() {
  const siteId = useSiteId()
  const [adding, setAdding] = useAsked(asked.newReport)
  const [revoking, setRevoking] = useState<ListedReport>()
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      {t.newReport}
    </Button>
  )
  return (
    <SiteFrame siteId={siteId} title={t.reports} actions={add}>
      <Loaded query={read('reports.list', { params: { id: siteId } })}>
        {({ reports }) => (
          <Panel title={t.reports} line={t.line}>
            <Table
              caption={t.reports}
              columns={columnsOf(siteId, setRevoking)}
              rows={reports}
              rowId={({ id }) => id}
              empty={
                <Empty text={t.noReportsYet}>
                  <Button onClick={() => setAdding(true)}>{t.makeTheFirst}</Button>
                </Empty>
              }
            />
          </Panel>
        )}
      </Loaded>
      <NewReport siteId={siteId} open={adding} onClose={() => setAdding(false)} />
      <RevokeReport siteId={siteId} report={revoking} onClose={() => setRevoking(undefined)} />
    </SiteFrame>
  )
}

function columnsOf(siteId: string, onRevoke: (report: ListedReport) => void): Column<ListedReport>[] {
  return [
    {
      head: t.title,
      cell: ({ id, title }) => (
        <Link to={pages.report} params={{ siteId, reportId: id }}>
          {title}
        </Link>
      ),
    },
    { head: t.status, cell: ({ status }) => <Status status={status} />, width: 90 },
    { head: t.views, cell: ({ views }) => figure(views), figures: true, width: 70 },
    {
      head: t.lastView,
      cell: ({ lastViewedAt }) => (lastViewedAt ? <Ago at={lastViewedAt} /> : t.never),
      width: 120,
      priority: 3,
    },
    { head: t.ends, cell: ({ endsOn }) => (endsOn ? <Day at={endsOn} /> : t.never), width: 110, priority: 2 },
    {
      head: t.link,
      hidden: true,
      figures: true,
      width: 210,
      cell: (report) => (
        <Row>
          {report.url !== null && <Copy name={t.link} text={() => report.url ?? ''} />}
          {report.status !== 'revoked' && (
            <Button look="danger" onClick={() => onRevoke(report)} aria-label={t.revokeNamed(report.title)}>
              {t.revoke}
            </Button>
          )}
        </Row>
      ),
    },
  ]
}

const tones = { active: 'good', ended: 'plain', revoked: 'bad' } as const

export function Status({ status }: Pick<ListedReport, 'status'>) {
  return <Badge tone={tones[status]}>{t[status]}</Badge>
}

/** A new report: its page with the link and the preview opens once it is made. */
function NewReport({ siteId, open, onClose }: { siteId: string; open: boolean; onClose(): void }) {
  const navigate = useNavigate()
  return (
    <Dialog title={t.newReport} side="right" open={open} onClose={onClose}>
      <ReportForm
        action={t.create}
        report={null}
        onSend={async (body) => {
          const { report } = await call('reports.create', { params: { id: siteId }, body })
          await readAgain('reports.list')
          onClose()
          await navigate({ to: pages.report, params: { siteId, reportId: report.id } })
        }}
      />
    </Dialog>
  )
}

type RevokeReportProps = {
  siteId: string
  /** Undefined: none is asked about. */
  report: Pick<OutputOf<'reports.list'>['reports'][number], 'id' | 'title'> | undefined
  onClose(): void
}

/** Asks before a link is closed for good. */
export function RevokeReport({ siteId, report, onClose }: RevokeReportProps) {
  return (
    <Confirm
      title={t.revokeQuestion(report?.title ?? '')}
      action={t.revoke}
      open={report !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        if (report) await call('reports.revoke', { params: { id: siteId, reportId: report.id } })
        await Promise.all([readAgain('reports.list'), readAgain('reports.get')])
      }}
    >
      <p>{t.revokeText}</p>
    </Confirm>
  )
}
