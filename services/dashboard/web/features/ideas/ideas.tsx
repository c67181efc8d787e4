import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ideas as t } from '../../../texts/ideas.ts'
import { evidenceOf } from '../../../texts/said.ts'
import { worded } from '../../../texts/values.ts'
import { whole } from '../../api/call.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { Empty, Panel } from '../../kit/layout/page.tsx'
import { Badge } from '../../kit/notice.tsx'
import type { DataColumn } from '../../kit/table/column.ts'
import { figureColumn, textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import { FirstRows } from '../../kit/table/table.tsx'
import { addressText, readable } from '../../kit/words/address-text.ts'
import { pages } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import { Collected, noRows } from '../collects/exports.ts'
import { rankColumn } from '../ranks/exports.ts'
import { SiteFrame } from '../sites/exports.ts'
import { type Idea, type IdeaRow, ideaRows } from './idea-rows.ts'
import { IdeaSheet } from './idea-sheet.tsx'

const route = getRouteApi(`/inside${pages.ideas}`)

export function Ideas() {
  const { siteId } = route.useParams()
  return (
    <SiteFrame siteId={siteId} title={t.contentIdeas}>
      <Panel title={t.whatToWriteAboutNext} line={t.openAnIdeaToSee}>
        <Collected
          query={whole('ideas.list', { params: { id: siteId }, query: {} }, 'ideas')}
          isSample={({ ideas }) => ideas.some(({ sandbox }) => sandbox)}
        >
          {({ ideas, total, ...state }) => (
            <>
              <IdeaTable siteId={siteId} ideas={ideas} empty={noRows(state, t.noIdeasYet)} />
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
  const rows = useMemo(() => ideaRows(ideas), [ideas])
  const opened = rows.find((row) => row.ideas.some(({ id }) => id === open))
  return (
    <>
      <DataTable
        noun={t.ideasLower}
        columns={columns}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        defaultSort="-score"
        onOpen={({ first }) => show(first.id)}
        empty={
          <Empty text={empty}>
            <ButtonLink to={pages.comparison} params={{ siteId }} hash={asked.addCompetitor} hashScrollIntoView={false}>
              {t.chooseACompetitor}
            </ButtonLink>
          </Empty>
        }
      />
      <Dialog title={opened?.title ?? ''} side="right" open={opened !== undefined} onClose={() => show(undefined)}>
        {opened && <IdeaSheet key={opened.first.id} siteId={siteId} row={opened} />}
      </Dialog>
    </>
  )
}

const idOf = ({ first }: IdeaRow) => first.id
const keywordsOf = ({ ideas }: IdeaRow) => ideas.map(({ keyword }) => keyword).join(', ')
/** The keywords that the title does not say already. */
const otherKeywordsOf = (row: IdeaRow) =>
  keywordsOf(row).toLowerCase() === row.title.toLowerCase() ? null : keywordsOf(row)
const nameOf = (row: IdeaRow) => `${row.title} ${keywordsOf(row)}`
const whyOf = ({ first }: IdeaRow) => evidenceOf(first).map(readable).join('. ')

const columns: DataColumn<IdeaRow>[] = [
  textColumn('idea', t.idea, ({ title }) => title),
  textColumn('keywords', t.keywords, otherKeywordsOf, { priority: 3 }),
  textColumn('kind', t.kind, ({ first }) => kindOf(first), {
    cell: ({ first }) => <Badge>{kindOf(first)}</Badge>,
    width: 136,
    priority: 2,
  }),
  textColumn('why', t.why, whyOf, { priority: 3 }),
  textColumn('page', t.yourPage, ({ first }) => first.existingUrl && addressText(first.existingUrl), {
    priority: 2,
    extra: true,
  }),
  figureColumn('volume', t.volume, ({ first }) => first.volume, { width: 84, priority: 2 }),
  figureColumn('difficulty', t.difficulty, ({ first }) => first.difficulty, { width: 92, priority: 2, extra: true }),
  rankColumn('you', t.yourPosition, ({ first }) => first.position, { width: 84, priority: 2 }),
  figureColumn('score', t.score, ({ first }) => first.score, { width: 84 }),
]

function kindOf({ kind }: Idea): string {
  return worded('ideaKind', kind)
}
