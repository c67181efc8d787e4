import { ranks as t } from '../../../texts/ranks.ts'
import { Segments } from '../../kit/form/filters.tsx'
import { useKeys } from '../../kit/keys/keys.tsx'
import { Stat, Stats } from '../../kit/layout/facts.tsx'
import { figure } from '../../kit/words/figure.ts'
import { type Rank, type RankGroup, rankGroups, scoreOf, singleChecks, visibilityOf } from './rank-groups.ts'
import { type Days, defaultDays, periods } from './search.ts'

type RankStatsProps = {
  /** Null where the keywords are a part of the site's: theirs is not known here. */
  score: number | null
  keywords: readonly Rank[]
  only?: RankGroup | undefined
  onChoose(next: RankGroup | undefined): void
}

// safe because the keys of an object are its own names
const groups = Object.keys(rankGroups) as RankGroup[]
const ofBlocks: readonly RankGroup[] = ['snippet', 'ai', 'cited']
const ofMoves: readonly RankGroup[] = ['up', 'down']
const ofRanks = groups.filter((name) => !ofBlocks.includes(name))

/** Figures over the table; each but the first shows its keywords alone. Those of results pages are there once a provider says them. */
export function RankStats({ score, keywords, only, onChoose }: RankStatsProps) {
  const isKnown = keywords.some(({ snippet, aiOverview }) => snippet !== null || aiOverview !== null)
  const statOf = (name: RankGroup) => (
    <Stat
      key={name}
      name={rankGroups[name].name}
      figure={figure(keywords.filter(rankGroups[name].has).length)}
      hint={ofMoves.includes(name) ? singleChecks : undefined}
      chosen={only === name}
      onChoose={() => onChoose(only === name ? undefined : name)}
    />
  )
  return (
    <>
      <Stats>
        {score !== null && <Stat {...visibilityOf(scoreOf(score, keywords))} />}
        {ofRanks.map(statOf)}
      </Stats>
      {isKnown && <Stats>{ofBlocks.map(statOf)}</Stats>}
    </>
  )
}

// safe because they are the names of the periods
const all = Object.keys(periods).map(Number) as Days[]

/** The period of comparison, undefined while two dates are compared; the keys `[` and `]` change it. */
export function Period({ days, onDays }: { days: Days | undefined; onDays(days: Days): void }) {
  const at = days === undefined ? 0 : all.indexOf(days)
  const step = (by: number) => onDays(all[Math.max(0, Math.min(all.length - 1, at + by))] ?? defaultDays)
  useKeys([
    { keys: '[', does: t.shorterPeriod, run: () => step(-1) },
    { keys: ']', does: t.longerPeriod, run: () => step(1) },
  ])
  return (
    <Segments
      label={t.compareWith}
      names={periods}
      chosen={days === undefined ? undefined : `${days}`}
      onChoose={(chosen) => onDays(Number(chosen) as Days)}
    />
  )
}
