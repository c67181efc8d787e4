import type { OutputOf } from '../../api/call.ts'

export type ReportDocument = OutputOf<'reports.get'>['document']
export type Parts = ReportDocument['parts']
/** A part with its figures. */
export type PartOf<P extends keyof Parts> = NonNullable<Parts[P]>
