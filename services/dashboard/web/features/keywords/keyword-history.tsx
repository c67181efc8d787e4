import { useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Charted } from '../../kit/chart/charted.tsx'
import { RankChart } from '../../kit/chart/rank-chart.tsx'
import { Toggles } from '../../kit/form/filters.tsx'
import { Loaded, Stack } from '../../kit/layout/page.tsx'
import { Notes, notesOf } from '../notes/exports.ts'
import type { Rank } from '../ranks/exports.ts'
import { checkColumns, checksOf, lineOf, RankedAddresses, type Series } from './keyword-checks.tsx'

type Answer = OutputOf<'positions.list'>
const days = 366

/** The positions of a year, beside those of chosen competitors, and the addresses that had them. */
export function KeywordHistory({ siteId, rank }: { siteId: string; rank: Rank }) {
  const [rivals, setRivals] = useState<readonly string[]>([])
  const params = { id: siteId }
  return (
    <Loaded query={read('positions.list', { params, query: { keywordIds: [rank.id], hosts: 'all', days } })}>
      {({ series, failures, notes, rhythmDays, nextCheckAts }) => (
        <Stack>
          <Toggles
            label={t.compareWith}
            names={series.flatMap(({ competitorId, domain }) =>
              competitorId === null ? [] : [[competitorId, domain]],
            )}
            chosen={rivals}
            onChoose={setRivals}
          />
          <Checks
            siteId={siteId}
            rank={rank}
            failures={failures}
            notes={notes}
            rhythmDays={rhythmDays}
            nextCheckAt={nextCheckAts[0] ?? null}
            series={series.filter(({ competitorId }) => competitorId === null || rivals.includes(competitorId))}
          />
          <RankedAddresses own={series[0]} />
        </Stack>
      )}
    </Loaded>
  )
}

type ChecksProps = {
  siteId: string
  rank: Rank
  series: readonly Series[]
  failures: Answer['failures']
  notes: Answer['notes']
  rhythmDays: number
  nextCheckAt: string | null
}

function Checks({ siteId, rank, series, failures, notes, rhythmDays, nextCheckAt }: ChecksProps) {
  const own = series[0]
  if (!own || own.ats.length + failures.length === 0) return <p>{t.noCheckHasFinishedYet}</p>
  const lines = series.map((each) => lineOf(each, { failures, rhythmDays }))
  const depth = own.depths.findLast((each) => each !== null) ?? null
  return (
    <>
      <Charted
        name={t.positionsOf(rank.keyword)}
        chart={
          <RankChart
            label={t.positionOf(rank.keyword)}
            series={{ lines, depth }}
            notes={notesOf(notes)}
            nextCheckAt={nextCheckAt}
          />
        }
        columns={checkColumns}
        rows={checksOf(series)}
        rowId={({ at, who }) => `${at} ${who}`}
      />
      <Notes siteId={siteId} />
    </>
  )
}
