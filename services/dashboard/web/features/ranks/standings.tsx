import { ranks as t } from '../../../texts/ranks.ts'
import { Stat, Stats } from '../../kit/layout/stats.tsx'
import { figure } from '../../kit/words/figure.tsx'
import { type Rank, type Standing, scoreOf, standings } from './standing.ts'

type StandingsProps = {
  score: number
  keywords: readonly Rank[]
  only?: Standing | undefined
  onChoose(next: Standing | undefined): void
}

/** Figures over the table; each but the first shows its keywords alone. */
export function Standings({ score, keywords, only, onChoose }: StandingsProps) {
  return (
    <Stats>
      <Stat name="Visibility" figure={figure(scoreOf(score, keywords), 1)} hint={t.of100} />
      {(Object.keys(standings) as Standing[]).map((name) => (
        <Stat
          key={name}
          name={standings[name].name}
          figure={keywords.filter(standings[name].has).length.toLocaleString('en')}
          chosen={only === name}
          onChoose={() => onChoose(only === name ? undefined : name)}
        />
      ))}
    </Stats>
  )
}
