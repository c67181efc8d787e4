import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { comparison as t } from '../../../texts/comparison.ts'
import { Writes } from '../../api/account.tsx'
import { call, type OutputOf, paged, readAgain } from '../../api/call.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Answered, Empty, More, Row } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { type DataColumn, readSort } from '../../kit/table/column.ts'
import { checkedColumn, textColumn } from '../../kit/table/columns.tsx'
import { DataTable } from '../../kit/table/data-table.tsx'
import type { View } from '../../kit/table/use-view.ts'
import { doSoon, useUndo } from '../../kit/undo.tsx'
import { place } from '../../kit/words/figure.ts'
import { pages as paths } from '../../routes.ts'
import { asked } from '../../routing/asked.ts'
import { rankColumn, rivalsShown } from '../ranks/exports.ts'

export function ComparedRanks({ siteId }: { siteId: string }) {
  const compared = useCompared(siteId)
  const more = <More of={compared}>{t.showMore}</More>
  return <Answered of={compared}>{({ pages }) => <Pages siteId={siteId} pages={pages} more={more} />}</Answered>
}

type PagesProps = { siteId: string; pages: readonly OutputOf<'rankComparison.list'>[]; more: ReactNode }

function Pages({ siteId, pages, more }: PagesProps) {
  const { hidden } = useUndo()
  const rows = useMemo(() => pages.flatMap((page) => page.rows), [pages])
  const known = pages[0]?.competitors
  const competitors = useMemo(() => known?.filter(({ id }) => !hidden.has(id)) ?? [], [known, hidden])
  const columns = useMemo(() => comparedColumns(competitors), [competitors])
  return (
    <>
      {competitors.length === 0 && (
        <Notice>
          <Row>
            <span>{t.noCompetitorsYet}</span>
            <Writes>
              <ButtonLink
                to={paths.comparison}
                params={{ siteId }}
                hash={asked.addCompetitor}
                hashScrollIntoView={false}
              >
                {t.chooseOne}
              </ButtonLink>
            </Writes>
          </Row>
        </Notice>
      )}
      <DataTable
        noun={t.comparedKeywords}
        columns={columns}
        rows={rows}
        rowId={idOf}
        defaultSort={defaultSort}
        part={{ total: pages[0]?.total ?? 0, more }}
        empty={
          <Empty text={t.noKeywordsAreTrackedYet}>
            <Writes>
              <ButtonLink to={paths.keywords} params={{ siteId }} hash={asked.addKeywords} hashScrollIntoView={false}>
                {t.addKeywords}
              </ButtonLink>
            </Writes>
          </Empty>
        }
      />
      <Writes>
        <Row>
          {competitors.map((rival) => (
            <Button key={rival.id} look="quiet" onClick={() => removeSoon(siteId, rival)}>
              {t.remove(rival.domain)}
            </Button>
          ))}
        </Row>
      </Writes>
    </>
  )
}

function removeSoon(siteId: string, { id: competitorId, domain }: { id: string; domain: string }): void {
  doSoon({
    text: t.noLongerCompared(domain),
    ids: [competitorId],
    async commit() {
      await call('competitors.delete', { params: { id: siteId, competitorId }, body: {} }, { keepalive: true })
      await readAgain()
    },
  })
}

function useCompared(siteId: string) {
  const { q = '', sort = defaultSort }: View = useSearch({ strict: false })
  const { id, isDown } = readSort(sort)
  const order = { by: id, isDown, q: q.slice(0, 200) }
  return useInfiniteQuery({
    ...paged('rankComparison.list', (cursor) => ({ params: { id: siteId }, query: { order, cursor } })),
    placeholderData: keepPreviousData,
  })
}

const defaultSort = 'you'
const idOf = ({ keywordId }: Compared) => keywordId

type Compared = OutputOf<'rankComparison.list'>['rows'][number]
type Competitor = OutputOf<'competitors.list'>['competitors'][number]

function comparedColumns(competitors: readonly Competitor[]): DataColumn<Compared>[] {
  return [
    textColumn('keyword', t.keyword, ({ keyword }) => keyword),
    comparedRank('you', t.you, ({ position }) => position, { width: 96 }),
    ...competitors.map(({ id, domain }, i) =>
      comparedRank(id, domain, ({ competitors: all }) => all.find((rival) => rival.id === id)?.position ?? null, {
        priority: i > 0 ? 2 : 1,
        extra: i >= rivalsShown,
      }),
    ),
    checkedColumn,
  ]
}

function comparedRank(
  id: string,
  head: string,
  positionOf: (row: Compared) => number | null,
  more: Partial<DataColumn<Compared>> = {},
): DataColumn<Compared> {
  const cell = (row: Compared) => (isBest(row, positionOf(row)) ? <b>{positionOf(row)}</b> : place(positionOf(row)))
  return rankColumn(id, head, positionOf, { cell, width: 116, ...more })
}

function isBest({ position, competitors }: Compared, rank: number | null): boolean {
  const found = [position, ...competitors.map((rival) => rival.position)].map(Number).filter((each) => each > 0)
  return rank !== null && rank > 0 && rank === Math.min(...found)
}
