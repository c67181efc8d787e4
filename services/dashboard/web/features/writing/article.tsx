import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { writing as t } from '../../../texts/writing.ts'
import { useRights } from '../../api/account.tsx'
import { call, change, read, readAgain } from '../../api/call.ts'
import { ConfirmButton } from '../../kit/dialog/confirm.tsx'
import { Loaded } from '../../kit/layout/page.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { type ArticleRow, textOf } from './article-draft.ts'
import { ArticleEditor } from './article-editor.tsx'
import { ArticlePreview } from './article-preview.tsx'
import { askWhile, HowMade, isUnderWay } from './making.tsx'

export function Article() {
  const { siteId = '', articleId = '' } = useParams({ strict: false })
  const params = { id: siteId, articleId }
  const { writes } = useRights()
  const query = read('articles.get', { params })
  const { data } = useQuery({
    ...query,
    refetchInterval: ({ state }) => askWhile(state.data !== undefined && isUnderWay(state.data.article)),
  })
  const writeAgain = ({ keyword, country, language }: ArticleRow) =>
    change('articles.create', { params: { id: siteId }, body: { keyword, country, language } }, 'articles.get')
  return (
    <SiteFrame
      siteId={siteId}
      title={data?.article.title ?? data?.article.keyword ?? t.article}
      actions={writes && <DeleteArticle params={params} />}
    >
      <Loaded query={query}>
        {({ article }) => (
          <>
            <HowMade made={article} onAgain={() => writeAgain(article)} />
            {article.markdown !== null &&
              (writes ? (
                <ArticleEditor key={articleId} params={params} article={article} />
              ) : (
                <ArticlePreview keyword={article.keyword} text={textOf(article)} />
              ))}
          </>
        )}
      </Loaded>
    </SiteFrame>
  )
}

function DeleteArticle({ params }: { params: { id: string; articleId: string } }) {
  const navigate = useNavigate()
  return (
    <ConfirmButton
      title={t.deleteThisArticle}
      action={t.deleteArticle}
      onConfirm={async () => {
        await call('articles.delete', { params })
        await navigate({ to: pages.articles, params: { siteId: params.id } })
        await readAgain('articles.list')
      }}
    >
      <p>{t.itsTextIsDeletedPermanently}</p>
    </ConfirmButton>
  )
}
