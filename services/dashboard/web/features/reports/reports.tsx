import { Link, useNavigate } from '@tanstack/react-router'
import { reports as t } from '../../../texts/reports.ts'
import { useSiteId } from '../../api/account.tsx'
import { change, type OutputOf, read } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Empty, Loaded, Panel, Row } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { buttonColumn, type Column, Table } from '../../kit/table/table.tsx'
import { Copy } from '../../kit/words/code.tsx'
import { figure } from '../../kit/words/figure.ts'
import { Ago, Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { asked, useAsked } from '../../routing/asked.ts'
import { SiteFrame } from '../sites/exports.ts'
import { ReportForm } from './report-form.tsx'

type ListedReport = OutputOf<'reports.list'>['reports'][number]

export function Reports() {
  const siteId = useSiteId()
  const [adding, setAdding] = useAsked(asked.newReport)
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
              columns={columnsOf(siteId)}
              rows={reports}
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
    </SiteFrame>
  )
}

function columnsOf(siteId: string): Column<ListedReport>[] {
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
    buttonColumn(
      t.link,
      (report) => (
        <Row>
          {report.url !== null && <Copy name={t.link} text={() => report.url ?? ''} />}
          <RevokeReport siteId={siteId} report={report} aria-label={t.revokeNamed(report.title)} />
        </Row>
      ),
      { width: 210 },
    ),
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
          const { report } = await change('reports.create', { params: { id: siteId }, body }, 'reports.list')
          onClose()
          await navigate({ to: pages.report, params: { siteId, reportId: report.id } })
        }}
      />
    </Dialog>
  )
}

type RevokeReportProps = {
  siteId: string
  report: Pick<ListedReport, 'id' | 'title' | 'status'>
  'aria-label'?: string
}

export function RevokeReport({ siteId, report: { id: reportId, title, status }, ...named }: RevokeReportProps) {
  if (status === 'revoked') return null
  return (
    <ConfirmButton
      {...named}
      look="danger"
      title={t.revokeQuestion(title)}
      action={t.revoke}
      onConfirm={() => change('reports.revoke', { params: { id: siteId, reportId } }, 'reports.list', 'reports.get')}
    >
      <p>{t.revokeText}</p>
    </ConfirmButton>
  )
}
