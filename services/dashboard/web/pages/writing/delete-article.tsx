import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

/** Deletes an article, once asked. */
export function DeleteArticle({ params }: { params: { id: string; articleId: string } }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Delete the article
      </Button>
      <Confirm
        title="Delete this article?"
        action="Delete the article"
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call('articles.delete', { params })
          await navigate({ to: pages.articles, params: { siteId: params.id } })
          await queries.invalidateQueries({ queryKey: ['articles.list'] })
        }}
      >
        <p>Its text is gone for good.</p>
      </Confirm>
    </>
  )
}
