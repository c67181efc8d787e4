import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type OutputOf, read } from '../../api/call.ts'

/** Searches a month, the cost of a click and the value of the present position in USD; null where unknown. */
export type Figures = Record<'volume' | 'cpc' | 'value', number | null>

/** The last thirty days of the keywords near the screen, by id. */
export function useSparks(siteId: string, near: readonly string[]): ReadonlyMap<string, readonly (number | null)[]> {
  const { data } = useQuery({
    ...read('sparks.list', { params: { id: siteId }, query: { keywordIds: [...near] } }),
    enabled: near.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data?.ids.map((id, i) => [id, data.positions[i] ?? []])), [data])
}

/** The saved figures of the site's keywords, by id, without those that have none; undefined until they are read. */
export function useFigures(siteId: string, enabled: boolean): ReadonlyMap<string, Figures> | undefined {
  const { data } = useQuery({ ...read('keywordFigures.list', { params: { id: siteId } }), enabled })
  return useMemo(() => data && new Map(figuresById(data)), [data])
}

function figuresById({ ids, volumes, cpcs, values }: OutputOf<'keywordFigures.list'>): [string, Figures][] {
  return ids
    .map((id, i): [string, Figures] => [
      id,
      { volume: volumes[i] ?? null, cpc: cpcs[i] ?? null, value: values[i] ?? null },
    ])
    .filter(([, { volume, cpc }]) => volume !== null || cpc !== null)
}
