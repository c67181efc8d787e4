import { useQuery } from '@tanstack/react-query'
import { keywords as t } from '../../../texts/keywords.ts'
import { worded } from '../../../texts/values.ts'
import { read } from '../../api/call.ts'
import { Muted } from '../../kit/layout/page.tsx'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { usd } from '../../kit/words/amount.ts'
import { figure, place } from '../../kit/words/figure.tsx'
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
