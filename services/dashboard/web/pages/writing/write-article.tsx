import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, type InputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { pages } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { sentenceOf } from '../../ui/refused.tsx'

type Topic = InputOf<'articles.create'>['body']

/** Has an article written, and opens it. */
export function WriteArticle({ siteId, topic }: { siteId: string; topic: Topic }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('articles.create', { params: { id: siteId }, body: topic }),
    onSuccess: async ({ article }) => {
      void readAgain(queries, 'plans.list')
      await navigate({ to: pages.article, params: { siteId, articleId: article.id } })
    },
  })
  return (
    <>
      <Button look="primary" busy={isPending} onClick={() => mutate()}>
        Write the article
      </Button>
      {error && <span role="alert">{sentenceOf(error)}</span>}
    </>
  )
}
