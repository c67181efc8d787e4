import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { pages } from '../../routes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Change } from '../../ui/change.tsx'
import { Panel } from '../../ui/page.tsx'
import { Search } from '../../ui/search.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Ago } from '../../ui/time.tsx'
import { type Rank, rankOrder, type Standing, standings } from './standing.ts'

type KeywordsProps = { siteId: string; keywords: readonly Rank[]; only: Standing | undefined }

/** The keywords, the best first. */
export function Keywords({ siteId, keywords, only }: KeywordsProps) {
  const [text, setText] = useState('')
  const wanted = keywords
    .filter((rank) => (!only || standings[only].has(rank)) && rank.keyword.toLowerCase().includes(text.toLowerCase()))
    .sort((one, other) => rankOrder(one) - rankOrder(other))
  return (
    <Panel
      title={only ? `${standings[only].name}: ${wanted.length}` : `${wanted.length} keywords`}
      actions={<Search label="Filter keywords" onSearch={setText} />}
    >
      <Table
        caption="Keywords"
        columns={columnsOf(siteId, only)}
        rows={wanted}
        rowId={({ id }) => id}
        empty={keywords.length === 0 ? 'No keyword is tracked yet. Add the first ones.' : 'No keyword is like that.'}
      />
    </Panel>
  )
}

function columnsOf(siteId: string, only: Standing | undefined): Column<Rank>[] {
  return [
    {
      head: 'Keyword',
      cell: ({ id, keyword }) => (
        <Link to={pages.site} params={{ siteId }} search={{ only, open: id }} resetScroll={false}>
          {keyword}
        </Link>
      ),
    },
    { head: 'Where', cell: ({ country, language }) => `${country} · ${language}`, wide: true },
    { head: 'Position', cell: positionOf, figures: true },
    {
      head: 'Change',
      cell: ({ change, position, previousPosition }) => <Change {...{ change, position, previousPosition }} />,
      figures: true,
    },
    { head: 'Best', cell: ({ best }) => best ?? '–', figures: true, wide: true },
    { head: 'Page', cell: ({ url }) => (url ? pathOf(url) : ''), wide: true },
    { head: 'Checked', cell: ({ checkedAt }) => (checkedAt ? <Ago at={checkedAt} /> : 'not yet'), wide: true },
  ]
}

function positionOf({ position, lastCheck, frozen }: Rank) {
  if (frozen) return <Badge tone="warn">over the limit</Badge>
  if (position === null)
    return lastCheck?.status === 'failed' ? <Badge tone="bad">failed</Badge> : <Badge>waiting</Badge>
  return position === 0 ? <Badge>not found</Badge> : <b>{position}</b>
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
