import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { worded } from '../../../texts/values.ts'
import { type OutputOf, read } from '../../api/call.ts'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { Muted } from '../../kit/layout/page.tsx'
import { figure, place, usd } from '../../kit/words/figure.ts'
import type { Rank } from '../ranks/exports.ts'

/** The rank of a keyword, and the figures that research has of its phrase already: nothing is collected for it. */
export function KeywordFigures({ siteId, rank }: { siteId: string; rank: Rank }) {
  const { keyword: phrase, country, language, position, best } = rank
  const { data } = useQuery(read('figures.snapshot', { params: { id: siteId }, query: { phrase, country, language } }))
  const volume = data?.volumes[0] ?? null
  const cpc = data?.cpcs[0] ?? null
  const intent = data?.intents[0] ?? null
  return (
    <>
      <Stats>
        <Stat name={t.position} figure={place(position)} hint={changeText(rank)} />
        <Stat name={t.best} figure={place(best)} />
        <Stat name={t.volume} figure={figure(volume)} />
        <Stat name={t.costPerClick} figure={usd(cpc)} />
        <Stat name={t.intent} figure={worded('intent', intent) ?? '–'} />
      </Stats>
      <p>
        <Muted>{t.pageHas(aiOverviewText(rank), snippetText(rank))}</Muted>
      </p>
    </>
  )
}

export function aiOverviewText({ aiOverview, aiCited }: Rank): string {
  if (aiCited) return t.citesYou
  return known(aiOverview)
}

export function snippetText({ snippet, ownSnippet }: Rank): string {
  if (ownSnippet) return t.yours
  return known(snippet)
}

function known(has: boolean | null): string {
  if (has === null) return '–'
  return has ? t.yes : t.no
}

function changeText({ change, position, previousPosition, comparable }: Rank): string {
  if (!comparable) return ''
  if (position && previousPosition === 0) return t.found
  if (position === 0 && previousPosition) return t.lost
  if (!change) return ''
  return change > 0 ? t.upBy(change) : t.downBy(-change)
}

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
