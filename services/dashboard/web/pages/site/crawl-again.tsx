import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { DeedButton } from '../../ui/deed-button.tsx'

/** Reads the site's pages again. */
export function CrawlAgain({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const crawl = async () => {
    await call('crawls.run', { params: { id: siteId } })
    await readAgain(queries, 'issues.list')
  }
  return <DeedButton deed={crawl}>Read the site again</DeedButton>
}
