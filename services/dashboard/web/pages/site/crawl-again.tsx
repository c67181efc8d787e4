import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Button } from '../../ui/button.tsx'
import { sentenceOf } from '../../ui/refused.tsx'

/** Reads the site's pages again. */
export function CrawlAgain({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('crawls.run', { params: { id: siteId } }),
    onSuccess: () => readAgain(queries, 'issues.list'),
  })
  return (
    <>
      {error && <span role="alert">{sentenceOf(error)}</span>}
      <Button busy={isPending} onClick={() => mutate()}>
        Read the site again
      </Button>
    </>
  )
}
