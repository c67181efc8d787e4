import { reportParts } from '@rts/shared/contract/rows/report'

/** All that a person says of a new report; what a test does not name is usual. */
export function newReport(more: object = {}) {
  return {
    title: 'Coffee',
    shownName: null,
    language: 'en',
    period: 'days28',
    from: null,
    until: null,
    parts: reportParts,
    endsOn: null,
    timeZone: 'Asia/Jakarta',
    recipients: [],
    ...more,
  }
}
