import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { reports as t } from '../../../texts/reports.ts'
import { call, change, type OutputOf, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Loaded, Muted, Panel, Row } from '../../kit/layout/page.tsx'
import { Code } from '../../kit/words/code.tsx'
import { Ago, Moment } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { ReportForm } from './report-form.tsx'
import { ReportView } from './report-view.tsx'
import { RevokeReport, Status } from './reports.tsx'

const route = getRouteApi(`/inside${pages.report}`)
type Listed = OutputOf<'reports.get'>['report']

export function Report() {
  const { siteId, reportId } = route.useParams()
  const query = read('reports.get', { params: { id: siteId, reportId } })
  const { data } = useQuery(query)
  return (
    <SiteFrame
      siteId={siteId}
      title={data?.report.title ?? t.reports}
      actions={data && <Actions siteId={siteId} report={data.report} />}
    >
      <Loaded query={query}>
        {({ report, document }) => (
          <>
            <Shared report={report} />
            <Panel title={t.preview} line={t.previewLine}>
              <ReportView document={document} heading="h3" />
            </Panel>
          </>
        )}
      </Loaded>
    </SiteFrame>
  )
}

function Shared({ report }: { report: Listed }) {
  const { url, status, makerDeleted, views, lastViewedAt, recipients, nextMailAt } = report
  const wanted = recipients.filter(({ stopped, answer }) => !stopped && answer === 'confirmed')
  const asked = mailsOf(recipients, ({ answer }) => answer === 'pending')
  const stopped = mailsOf(recipients, (each) => each.stopped || each.answer === 'declined')
  return (
    <Panel title={t.linkTitle} actions={<Status status={status} />}>
      {url !== null && <Code label={t.linkWorks} text={url} />}
      {status === 'revoked' && <p>{t.linkRevoked}</p>}
      {status === 'ended' && <p>{makerDeleted ? t.makerDeleted : t.linkEnded}</p>}
      {status === 'active' && url === null && <p>{t.linkLost}</p>}
      <p>{lastViewedAt === null ? t.viewCount(views) : t.viewsSince(t.viewCount(views), <Ago at={lastViewedAt} />)}</p>
      {nextMailAt !== null && wanted.length > 0 && <p>{t.mailNext(wanted.length, <Moment at={nextMailAt} />)}</p>}
      {asked !== '' && <p>{t.waitsFor(asked)}</p>}
      {stopped !== '' && <Muted>{t.stoppedBy(stopped)}</Muted>}
    </Panel>
  )
}

function mailsOf(recipients: Listed['recipients'], isMeant: (one: Listed['recipients'][number]) => boolean): string {
  return recipients
    .filter(isMeant)
    .map(({ email }) => email)
    .join(', ')
}

function Actions({ siteId, report }: { siteId: string; report: Listed }) {
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const params = { id: siteId, reportId: report.id }
  return (
    <Row>
      <Button look="primary" onClick={() => setEditing(true)}>
        {t.edit}
      </Button>
      <Button onClick={() => print()}>{t.print}</Button>
      <RevokeReport siteId={siteId} report={report} />
      <ConfirmButton
        look="danger"
        title={t.removeQuestion(report.title)}
        action={t.remove}
        onConfirm={async () => {
          await call('reports.delete', { params })
          await navigate({ to: pages.reports, params: { siteId } })
          await readAgain('reports.list')
        }}
      >
        <p>{t.removeText}</p>
      </ConfirmButton>
      <Dialog title={t.editReport} side="right" open={editing} onClose={() => setEditing(false)}>
        <ReportForm
          action={t.save}
          report={report}
          onSend={async (body) => {
            await change('reports.update', { params, body }, 'reports.get')
            setEditing(false)
          }}
        />
      </Dialog>
    </Row>
  )
}
