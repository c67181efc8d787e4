import { Link } from '@tanstack/react-router'
import { rankedPages as t } from '../../../texts/ranked-pages.ts'
import { type Column, Table } from '../../kit/table/table.tsx'
import { Address } from '../../kit/words/address.tsx'
import { Change } from '../../kit/words/change.tsx'
import { place } from '../../kit/words/figure.ts'
import { whereText } from '../../kit/words/where.ts'
import { pages } from '../../routes.ts'
import type { Rank } from '../ranks/exports.ts'
import type { RankedPage } from './ranked-pages.tsx'

/** All keywords that a page of the site ranks for. */
export function PageSheet({ siteId, page: { url, keywords } }: { siteId: string; page: RankedPage }) {
  return (
    <>
      <p>
        <Address url={url} />
      </p>
      <Table
        caption={t.keywordsOf(url)}
        columns={columnsOf(siteId)}
        rows={keywords}
        rowId={({ id }) => id}
        empty={t.noPageYet}
      />
    </>
  )
}

function columnsOf(siteId: string): Column<Rank>[] {
  return [
    {
      head: t.keyword,
      cell: ({ id, keyword }) => (
        <Link to={pages.keyword} params={{ siteId, keywordId: id }}>
          {keyword}
        </Link>
      ),
    },
    { head: t.where, cell: whereText },
    { head: t.position, cell: ({ position }) => place(position), figures: true },
    {
      head: t.change,
      cell: ({ change, position, previousPosition, comparable }) => (
        <Change change={change} position={position} previousPosition={previousPosition} isComparable={comparable} />
      ),
      figures: true,
    },
  ]
}
