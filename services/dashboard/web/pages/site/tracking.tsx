import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/read-again.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { DataColumn } from '../../ui/data-table/column.ts'
import { Notice } from '../../ui/notice.tsx'
import { Refused } from '../../ui/refused.tsx'
import { tracksOf } from './tracks.ts'

export type Phrases<Row> = {
  phraseOf(row: Row): string
  /** Whether it was tracked already when the row was read; null where nobody said. */
  isTracked(row: Row): boolean | null
}

/** Tracks phrases where they are found, one or many: the column and the action of a table, and what came of it. */
export function useTracking<Row>(siteId: string, { phraseOf, isTracked }: Phrases<Row>) {
  const { added, track, asked, notice } = useTracks(siteId)
  const column = useMemo((): DataColumn<Row> => {
    const has = (row: Row) => isTracked(row) || added.has(phraseOf(row))
    return {
      ...{ id: 'tracked', head: 'Tracked', width: 96 },
      value: (row) => (has(row) ? 'yes' : isTracked(row) === null ? null : 'no'),
      cell: (row) =>
        has(row) ? (
          <Badge tone="good">tracked</Badge>
        ) : (
          <Button
            busy={asked.includes(phraseOf(row))}
            aria-label={`Track ${phraseOf(row)}`}
            onClick={() => track([phraseOf(row)])}
          >
            Track
          </Button>
        ),
    }
  }, [phraseOf, isTracked, added, asked, track])
  const actions = (rows: readonly Row[], clear: () => void) => {
    const fresh = rows.filter((row) => !isTracked(row) && !added.has(phraseOf(row))).map(phraseOf)
    const trackAll = () => {
      track(fresh)
      clear()
    }
    return (
      <Button look="primary" busy={asked.length > 0} disabled={fresh.length === 0} onClick={trackAll}>
        Track {fresh.length.toLocaleString('en')}
      </Button>
    )
  }
  return { column, actions, notice }
}

const nothing: readonly string[] = []

function useTracks(siteId: string) {
  const queries = useQueryClient()
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: (phrases: readonly string[]) =>
      call('keywords.createBulk', { params: { id: siteId }, body: { text: phrases.join('\n') } }),
    async onSuccess({ skippedLines }, phrases) {
      setAdded((before) => new Set([...before, ...tracksOf(phrases, skippedLines)]))
      await readAgain(queries, 'movements.list')
    },
  })
  const wanted = variables ?? nothing
  const refused = data ? wanted.length - tracksOf(wanted, data.skippedLines).length : 0
  const isTold = data && (wanted.length > 1 || refused > 0)
  const notice = error ? <Refused error={error} /> : isTold && <Outcome added={data.added} refused={refused} />
  return { added, track: mutate, asked: isPending ? wanted : nothing, notice }
}

function Outcome({ added, refused }: { added: number; refused: number }) {
  return (
    <Notice tone={refused > 0 ? 'warn' : 'good'}>
      {added === 1 ? 'One keyword is' : `${added.toLocaleString('en')} keywords are`} tracked from now on.
      {refused > 0 &&
        ` The plan’s limit is reached: ${refused.toLocaleString('en')} of those you chose are not tracked.`}
    </Notice>
  )
}
