import { Link } from '@tanstack/react-router'
import { keywords as t } from '../../../texts/keywords.ts'
import { Panel } from '../../kit/layout/page.tsx'
import { type Column, Table } from '../../kit/table/table.tsx'
import { figure } from '../../kit/words/figure.ts'
import { pages } from '../../routes.ts'
import { type Rank, type RankGroup, rankGroups } from '../ranks/exports.ts'
import { byTag } from './chosen.ts'

type Tagged = ReturnType<typeof byTag>[number]

const groups: RankGroup[] = ['top3', 'top10', 'up', 'down', 'notFound']

/** The tags of a site's keywords with their figures, each of which leads to its keywords. */
export function TagTable({ siteId, keywords }: { siteId: string; keywords: readonly Rank[] }) {
  const rows = byTag(keywords)
  if (rows.length === 0) return null
  return (
    <Panel title={t.byTag} line={t.byTagLine}>
      <Table caption={t.byTag} columns={columnsOf(siteId)} rows={rows} rowId={({ tag }) => tag} empty="" />
    </Panel>
  )
}

function columnsOf(siteId: string): Column<Tagged>[] {
  const figures = groups.map((group) =>
    figureOf(rankGroups[group].name, ({ keywords }) => keywords.filter(rankGroups[group].has).length),
  )
  const tag: Column<Tagged> = {
    head: t.tag,
    cell: (row) => (
      <Link to={pages.keywords} params={{ siteId }} search={(before: object) => ({ ...before, tags: [row.tag] })}>
        {row.tag}
      </Link>
    ),
  }
  return [tag, figureOf(t.keywords, ({ keywords }) => keywords.length), ...figures]
}

function figureOf(head: string, count: (row: Tagged) => number): Column<Tagged> {
  return { head, figures: true, cell: (row) => figure(count(row)) }
}
