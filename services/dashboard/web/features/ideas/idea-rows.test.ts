import { expect, it } from 'vitest'
import { type Idea, ideaRows } from './idea-rows.ts'

const idea = (id: string, more: Partial<Idea>): Idea => ({
  id,
  title: id,
  keyword: id,
  kind: 'gap',
  volume: null,
  difficulty: null,
  intent: null,
  score: 1,
  existingUrl: null,
  position: null,
  evidence: [],
  reasons: [],
  source: 'own_pages',
  sandbox: true,
  ...more,
})
const of = (url: string) => ({ kind: 'striking_distance', existingUrl: url, title: 'Guide' }) as const

it('a page with several keywords is one row, and equal titles are made distinct', () => {
  const rows = ideaRows([
    idea('a', of('https://own.com/one')),
    idea('b', of('https://own.com/one')),
    idea('c', of('https://own.com/two')),
    idea('d', { existingUrl: 'https://own.com/one' }),
    idea('e', {}),
  ])
  expect(rows.map(({ title, ideas }) => [title, ideas.map(({ id }) => id).join(' ')])).toEqual([
    ['/one: Guide', 'a b'],
    ['/two: Guide', 'c'],
    ['d', 'd'],
    ['e', 'e'],
  ])
})
