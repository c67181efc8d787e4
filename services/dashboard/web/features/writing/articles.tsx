import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { writing as t } from '../../../texts/writing.ts'
import { useSiteId, Writes } from '../../api/account.tsx'
import { change, type OutputOf, read } from '../../api/call.ts'
import { Field, Form } from '../../kit/form/form.tsx'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { Ago } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { SiteFrame } from '../sites/exports.ts'
import { askWhile, isUnderWay, Making, stateOf } from './making.tsx'

type Row = OutputOf<'articles.list'>['articles'][number]

export function Articles() {
  const siteId = useSiteId()
  const columns = useMemo(() => columnsOf(siteId), [siteId])
  const query = read('articles.list', { params: { id: siteId }, query: { limit: 1_000 } })
  useQuery({ ...query, refetchInterval: ({ state }) => askWhile(state.data?.articles.some(isUnderWay) ?? false) })
  return (
    <SiteFrame siteId={siteId} title={t.articles}>
      <Writes>
        <Panel title={t.writeAnArticle} line={t.itIsBased}>
          <Form
            action={t.writeArticle}
            clears
            onSend={({ keyword = '' }) =>
              change('articles.create', { params: { id: siteId }, body: { keyword } }, 'articles.list')
            }
          >
            <Field name="keyword" label={t.keyword} required minLength={2} maxLength={200} />
          </Form>
        </Panel>
      </Writes>
      <Loaded query={query}>
        {({ articles, total }) => (
          <Panel title={t.allArticles}>
            <DataTable
              noun={t.articlesLower}
              columns={columns}
              rows={articles}
              rowName={nameOf}
              defaultSort="-changed"
              empty={t.noArticlesYet}
            />
            <FirstRows shown={articles.length} total={total} />
          </Panel>
        )}
      </Loaded>
    </SiteFrame>
  )
}

const nameOf = ({ title, keyword }: Row) => `${title ?? ''} ${keyword}`

function columnsOf(siteId: string): DataColumn<Row>[] {
  return [
    textColumn('article', t.article, ({ title, keyword }) => title ?? keyword, {
      cell: ({ id, title, keyword }) => (
        <Link to={pages.article} params={{ siteId, articleId: id }} title={title ?? keyword}>
          {title ?? keyword}
        </Link>
      ),
    }),
    textColumn('keyword', t.keyword, ({ keyword }) => keyword, { priority: 2 }),
    textColumn('state', t.status, (article) => stateOf(article).word, {
      cell: (article) => <Making made={article} />,
      width: 132,
    }),
    figureColumn('words', t.words, ({ wordCount }) => wordCount, { width: 84, priority: 2 }),
    textColumn('changed', t.changed, ({ updatedAt }) => updatedAt, {
      cell: ({ updatedAt }) => <Ago at={updatedAt} />,
      downFirst: true,
      width: 112,
      priority: 2,
    }),
  ]
}
