import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { sentenceOf } from '../../ui/form.tsx'

/** Tracks a phrase where it stands. */
export function Track({ siteId, keyword }: { siteId: string; keyword: string }) {
  const queries = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('keywords.create', { params: { id: siteId }, body: { keyword } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['movements.list'] }),
  })
  if (isSuccess) return <Badge tone="good">tracked</Badge>
  return (
    <>
      <Button busy={isPending} onClick={() => mutate()} aria-label={`Track ${keyword}`}>
        Track
      </Button>
      {error && <span role="alert">{sentenceOf(error)}</span>}
    </>
  )
}
