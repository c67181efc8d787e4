import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { whole } from '../../api/whole.ts'
import { pages } from '../../routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Collected, noRows } from '../../ui/collected.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { figureColumn, textColumn } from '../../ui/data-table/columns.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { FirstRows } from '../../ui/data-table/first-rows.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/page.tsx'
import { type Idea, IdeaSheet } from './idea-sheet.tsx'
import { rankColumn } from './rank-column.tsx'
import { SiteFrame } from './site-frame.tsx'

const route = getRouteApi(`/inside${pages.ideas}`)

/** What to write about next; each idea is opened for why, and planned from there. */
export function Ideas() {
  const { siteId } = route.useParams()
  return (
    <SiteFrame siteId={siteId} title="Content ideas">
      <Panel title="What to write about next" line="Open an idea to see why, and to plan it.">
        <Collected
          query={whole('ideas.list', { params: { id: siteId }, query: {} }, 'ideas')}
          isPlayed={({ ideas }) => ideas.some(({ sandbox }) => sandbox)}
        >
          {({ ideas, total, ...state }) => (
            <>
              <IdeaTable
                siteId={siteId}
                ideas={ideas}
                empty={noRows(state, 'Nothing yet: track keywords, and add competitors.')}
              />
              <FirstRows shown={ideas.length} total={total} />
            </>
          )}
        </Collected>
      </Panel>
    </SiteFrame>
  )
}

function IdeaTable({ siteId, ideas, empty }: { siteId: string; ideas: readonly Idea[]; empty: string }) {
  const { open } = route.useSearch()
  const navigate = useNavigate({ from: pages.ideas })
  const show = (id: string | undefined) =>
    void navigate({ search: (before: object) => ({ ...before, open: id }), resetScroll: false })
  const opened = ideas.find(({ id }) => id === open)
  return (
    <>
      <DataTable
        name="ideas"
        columns={columns}
        rows={ideas}
        rowId={({ id }) => id}
        rowName={({ title, keyword }) => `${title} ${keyword}`}
        defaultSort="-score"
        onOpen={({ id }) => show(id)}
        empty={empty}
      />
      <Dialog title={opened?.title ?? ''} side="right" open={opened !== undefined} onClose={() => show(undefined)}>
        {opened && <IdeaSheet key={opened.id} siteId={siteId} idea={opened} />}
      </Dialog>
    </>
  )
}

const columns: DataColumn<Idea>[] = [
  textColumn('idea', 'Idea', ({ title }) => title),
  {
    id: 'kind',
    head: 'Kind',
    cell: (idea) => <Badge>{kindOf(idea)}</Badge>,
    value: kindOf,
    width: 136,
    wide: true,
  },
  textColumn('why', 'Why', ({ evidence }) => evidence.join('. '), { wide: true }),
  textColumn('page', 'Your page', ({ existingUrl }) => existingUrl, { wide: true, extra: true }),
  figureColumn('volume', 'Volume', ({ volume }) => volume, { width: 84, wide: true }),
  figureColumn('difficulty', 'Difficulty', ({ difficulty }) => difficulty, { width: 92, wide: true, extra: true }),
  rankColumn('you', 'You', ({ position }) => position, { width: 84, wide: true }),
  figureColumn('score', 'Score', ({ score }) => score, { width: 84 }),
]

function kindOf({ kind }: Idea): string {
  return kind.replace('_', ' ')
}
