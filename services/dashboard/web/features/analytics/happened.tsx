import { Link } from '@tanstack/react-router'
import { analytics as t } from '../../../texts/analytics.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Loaded, Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Day } from '../../kit/words/time.tsx'
import { pages } from '../../routes.ts'
import { Notes } from '../notes/exports.ts'

type Note = OutputOf<'visibility.list'>['notes'][number]
type Event = { id: string; day: string; text: string; articleId: string | null }
type Article = OutputOf<'articles.list'>['articles'][number]

export function articlesOf(siteId: string) {
  return read('articles.list', { params: { id: siteId }, query: { limit: 1_000 } })
}

/** Notes and articles of the period: the pins of the charts, as a table. */
export function Happened({ siteId, notes, axis }: { siteId: string; notes: readonly Note[]; axis: readonly string[] }) {
  const columns: Column<Event>[] = [
    { head: t.day, cell: ({ day }) => <Day at={day} /> },
    {
      head: t.event,
      cell: ({ text, articleId }) =>
        articleId === null ? (
          text
        ) : (
          <Link to={pages.article} params={{ siteId, articleId }}>
            {text}
          </Link>
        ),
    },
  ]
  return (
    <Panel title={t.eventsTheseDays} line={t.shownAsPins} actions={<Notes siteId={siteId} />}>
      <Loaded query={articlesOf(siteId)}>
        {({ articles }) => (
          <Table
            caption={t.events}
            columns={columns}
            rows={[...notes.map((note) => ({ ...note, articleId: null })), ...writtenOn(axis, articles)].sort(
              newestFirst,
            )}
            empty={t.noNotesAndNoNew}
          />
        )}
      </Loaded>
    </Panel>
  )
}

export function writtenOn(axis: readonly string[], articles: readonly Article[]): (Event & { articleId: string })[] {
  return articles
    .map(({ id, keyword, title, createdAt }) => ({
      id,
      articleId: id,
      day: createdAt.slice(0, 10),
      text: t.articleWrittenNamed(title ?? keyword),
    }))
    .filter(({ day }) => axis.includes(day))
}

function newestFirst(one: Event, other: Event): number {
  return one.day < other.day ? 1 : -1
}
