import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, type InputOf } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { pages } from '../../routes.ts'

type Topic = InputOf<'articles.create'>['body']

/** Has an article written, and opens it. */
export function WriteArticle({ siteId, topic }: { siteId: string; topic: Topic }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const write = async () => {
    const { article } = await call('articles.create', { params: { id: siteId }, body: topic })
    void readAgain(queries, 'plans.list')
    await navigate({ to: pages.article, params: { siteId, articleId: article.id } })
  }
  return (
    <ActionButton look="primary" action={write}>
      Write the article
    </ActionButton>
  )
}
