import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { readAgain } from '../../../api/read-again.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/page.tsx'
import { sentenceOf } from '../../../ui/refused.tsx'

/** Proposes now, as on a Monday. */
export function RunNow({ siteId }: { siteId: string }) {
  const queries = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call('autoAdd.run', { params: { id: siteId } }),
    onSuccess: () => changed(queries),
  })
  return (
    <Row>
      {error && <span role="alert">{sentenceOf(error)}</span>}
      {data && (
        <span role="status">
          {data.proposed === 0
            ? 'Nothing new is saved of this site.'
            : `${data.proposed} proposed, ${data.added} added.`}
        </span>
      )}
      <Button busy={isPending} onClick={() => mutate()}>
        Propose now
      </Button>
    </Row>
  )
}

/** Reads again what proposals and decisions change. */
export function changed(queries: QueryClient): Promise<void> {
  return readAgain(queries, 'proposals.list', 'autoAdd.get', 'movements.list')
}
