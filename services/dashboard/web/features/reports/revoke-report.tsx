import { reports as t } from '../../../texts/reports.ts'
import { call, type OutputOf } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Confirm } from '../../kit/dialog/confirm.tsx'

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
