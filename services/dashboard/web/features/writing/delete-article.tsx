import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { pages } from '../../routes.ts'

/** Deletes an article, once asked. */
export function DeleteArticle({ params }: { params: { id: string; articleId: string } }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmButton
      label="Delete the article"
      title="Delete this article?"
      action="Delete the article"
      onConfirm={async () => {
        await call('articles.delete', { params })
        await navigate({ to: pages.articles, params: { siteId: params.id } })
        await readAgain(queries, 'articles.list')
      }}
    >
      <p>Its text is deleted for good.</p>
    </ConfirmButton>
  )
}
