import type { ReactNode } from 'react'
import { reports as t } from '../../../texts/reports.ts'
import type { OutputOf } from '../../api/call.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import { UtcMoment } from '../../kit/words/time.tsx'

type PartPanelProps = {
  title: string
  line?: string
  /** When its figures were collected; null where that is unknown. */
  at: string | null
  isSample?: boolean
  children: ReactNode
}

/** A part of a report: every figure says its time, and sample data says so. */
export function PartPanel({ title, line = '', at, isSample = false, children }: PartPanelProps) {
  const age = at === null ? null : t.asOf(<UtcMoment at={at} />)
  return (
    <Panel
      title={title}
      line={
        <>
          {line} {age} {isSample && <Badge tone="warn">{t.sample}</Badge>}
        </>
      }
    >
      {children}
    </Panel>
  )
}

export type ReportDocument = OutputOf<'reports.get'>['document']
export type Parts = ReportDocument['parts']
/** A part with its figures. */
export type PartOf<P extends keyof Parts> = NonNullable<Parts[P]>
