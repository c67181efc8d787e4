import type { ReactNode } from 'react'
import { noun } from './plural.ts'
import { rich } from './rich.ts'

export const rankedPages = {
  pages: 'Pages',
  yourPages: 'Your pages that rank',
  yourPagesLine: 'Each with the keywords that it is found for now.',
  pagesLower: noun('page'),
  page: 'Page',
  keywords: 'Keywords',
  best: 'Best',
  top3: 'In the top 3',
  top10: 'In the top 10',
  noPageYet: 'No page of yours is found yet.',
  keyword: 'Keyword',
  where: 'Where',
  position: 'Position',
  change: 'Change',
  keywordsOf: (page: string) => `Keywords of ${page}`,
  visit: 'Visit the page',
  competing: 'Pages that compete with each other',
  competingLine:
    'Keywords for which pages of yours took turns in the last 90 days: each time one came back, another had taken its place.',
  addresses: 'Pages',
  since: 'Since',
  lastTurn: 'Last turn',
  turns: 'Turns',
  bestOf: (position: number, day: ReactNode) => rich`best ${position}, last ${day}`,
  noneCompete: 'No pages of yours compete with each other.',
}
