import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ActionButton } from '../../kit/action-button.tsx'

/** Reads the site's pages again. */
export function CrawlAgain({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const crawl = async () => {
    await call('crawls.run', { params: { id: siteId } })
    await readAgain(queries, 'issues.list')
  }
  return <ActionButton action={crawl}>Read the site again</ActionButton>
}
