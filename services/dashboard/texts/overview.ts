import type { ReactNode } from 'react'
import { plural } from './plural.ts'
import { rich } from './rich.ts'

const of = (week: string) => ({
  7: week,
  30: week.replace('week', 'month'),
  90: week.replace('week', 'quarter'),
  365: week.replace('week', 'year'),
})

export const overview = {
  overview: 'Overview',
  trends: { steady: of('A steady week.'), above: of('A strong week.'), below: of('A weak week.') },
  ranges: { steady: ' and inside its usual range', above: ', above its usual range', below: ', below its usual range' },
  up: (points: string) => `up ${points}`,
  down: (points: string) => `down ${points}`,
  unchanged: 'unchanged',
  visibilityIs: (score: string, moved: string, range: string | null) =>
    `Visibility is ${score}, ${moved}${range ?? ''}.`,
  firstDay: (score: string) => `Visibility is ${score}. The first trend appears with the next checks.`,
  keywordsRose: (count: number) => `${plural(count, 'keyword')} rose`,
  othersFell: (count: number) => `${count} fell`,
  moves: (rose: ReactNode, fell: ReactNode) => rich`${rose} and ${fell}.`,
  worthALook: (keyword: ReactNode) => rich`Worth a look: ${keyword}.`,
  fell: 'Fell',
  nothingFell: 'Nothing fell.',
  rose: 'Rose',
  nothingRose: 'Nothing rose.',
  all: (count: number) => `All ${count}`,
  noKeywordsAreTrackedYet: 'No keywords are tracked yet.',
  addTheFirst: 'Add the first ones',
  ofKeywords: (count: number) => `of ${count}`,
}
