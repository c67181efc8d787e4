import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, type OutputOf, read } from '../../api/call.ts'
import { useSiteId } from '../../api/site-id.ts'
import { pages } from '../../routes.ts'
import { Field } from '../../ui/field.tsx'
import { figure } from '../../ui/figure.tsx'
import { Form } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { SiteFrame } from '../site/site-frame.tsx'
import { askWhile, isUnderWay, Making } from './making.tsx'

type Row = OutputOf<'articles.list'>['articles'][number]

/** The articles of a site, the latest first. */
export function Articles() {
  const siteId = useSiteId()
  const queries = useQueryClient()
  const query = read('articles.list', { params: { id: siteId }, query: { limit: 1_000 } })
  useQuery({ ...query, refetchInterval: ({ state }) => askWhile(state.data?.articles.some(isUnderWay) ?? false) })
  return (
    <SiteFrame siteId={siteId} title="Articles">
      <Panel title="Write one" line="It is written from what we know of the site; check it before you publish it.">
        <Form
          action="Write it"
          onSend={async ({ keyword = '' }) => {
            await call('articles.create', { params: { id: siteId }, body: { keyword } })
            await queries.invalidateQueries({ queryKey: ['articles.list'] })
          }}
        >
          <Field name="keyword" label="Keyword" required minLength={2} maxLength={200} />
        </Form>
      </Panel>
      <Loaded query={query}>
        {({ articles }) => (
          <Panel title={articles.length === 1 ? 'One article' : `${articles.length} articles`}>
            <Table
              caption="Articles"
              columns={columnsOf(siteId)}
              rows={articles}
              rowId={({ id }) => id}
              empty="None yet. Write the first one above, or from a plan."
            />
          </Panel>
        )}
      </Loaded>
    </SiteFrame>
  )
}

function columnsOf(siteId: string): Column<Row>[] {
  return [
    {
      head: 'Article',
      cell: ({ id, title, keyword }) => (
        <Link to={pages.article} params={{ siteId, articleId: id }}>
          {title ?? keyword}
        </Link>
      ),
    },
    { head: 'Keyword', cell: ({ keyword }) => keyword, wide: true },
    { head: 'State', cell: (article) => <Making made={article} /> },
    { head: 'Words', cell: ({ wordCount }) => figure(wordCount), figures: true, wide: true },
    { head: 'Changed', cell: ({ updatedAt }) => <Ago at={updatedAt} />, wide: true },
  ]
}
