import { useNavigate } from '@tanstack/react-router'
import { reports as t } from '../../../texts/reports.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { pages } from '../../routes.ts'
import { ReportForm } from './report-form.tsx'

/** A new report: its page with the link and the preview opens once it is made. */
export function NewReport({ siteId, open, onClose }: { siteId: string; open: boolean; onClose(): void }) {
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
