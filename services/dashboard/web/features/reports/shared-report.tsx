import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SharedReport as Answer } from '../../../src/reports/reports.ts'
import { reports as t } from '../../../texts/reports.ts'
import { shownLanguage } from '../../api/document.ts'
import { Refusal } from '../../api/refusal.ts'
import { send } from '../../api/send.ts'
import { useHash, useTitle } from '../../kit/browser.ts'
import { Button } from '../../kit/button.tsx'
import { Narrow } from '../../kit/layout/narrow.tsx'
import { Answered } from '../../kit/layout/page.tsx'
import { Sheet } from '../../kit/layout/sheet.tsx'
import { pages } from '../../routes.ts'
import { ReportView } from './report-view.tsx'

/** A report for everybody who has its link. It asks for nothing else, and knows no session. */
export function SharedReport() {
  const token = useHash()
  const answer = useQuery(lookAt(token))
  const document = answer.data?.document
  useTitle(document?.title ?? t.sharedReport)
  if (token === '' || isMissing(answer.error)) return <Narrow title={t.notShared} line={t.notSharedLine} />
  if (!document)
    return (
      <Narrow title={t.sharedReport}>
        <Answered of={answer}>{() => null}</Answered>
      </Narrow>
    )
  return (
    <Sheet actions={<Button onClick={() => print()}>{t.saveAsPdf}</Button>}>
      <ReportView document={document} heading="h1" />
    </Sheet>
  )
}

function isMissing(error: Error | null): boolean {
  return error instanceof Refusal && error.problem.code === 'not_found'
}

/** Each answer is a view: it is asked for once a load, and again only after a failure. */
function lookAt(token: string) {
  return queryOptions({
    queryKey: ['report', token],
    queryFn: async ({ signal }) => {
      const language = shownLanguage()
      // safe because it is our own service's document
      const answer = (await send('/api/report/look', { token, language }, { signal })) as Answer
      if (answer.language !== language) openIn(answer.language)
      return answer
    },
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
}

/** The report has another language than its link said when it was sent. */
function openIn(language: string): void {
  location.replace(`${pages.sharedReport.replace('$language', language)}${location.hash}`)
}
