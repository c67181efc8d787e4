import { expect, it } from 'vitest'
import { clientsOf, type ListedSite, sumOf, withAdvice } from './clients.ts'

const site = (id: string, tags: string[], figures: Partial<ListedSite> = {}): ListedSite => ({
  id,
  name: id,
  domain: `${id}.com`,
  tags,
  description: null,
  country: 'us',
  language: 'en',
  autoAddPreference: null,
  checksPausedAt: null,
  frozen: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  score: 0,
  scores: [],
  keywords: 0,
  top3: 0,
  top10: 0,
  up: 0,
  down: 0,
  notFound: 0,
  failed: 0,
  waiting: 0,
  checkedAt: null,
  advice: null,
  ...figures,
})

it('sums the sites of each client by their first tag: the one that fell most first, sites without a tag last', () => {
  const sites = [
    site('a', [], { down: 9 }),
    site('b', ['Blue', 'shop'], { down: 1, keywords: 10, advice: 2 }),
    site('c', ['Red'], { down: 3 }),
    site('d', ['Blue'], { down: 1, keywords: 5, failed: 4 }),
  ]
  expect(clientsOf(sites).map(({ client, sites: count, down }) => [client, count, down])).toEqual([
    ['Red', 1, 3],
    ['Blue', 2, 2],
    [null, 1, 9],
  ])
  expect(clientsOf(sites)[1]).toMatchObject({ keywords: 15, failed: 4, advice: 2 })
})

it('recommendations that are not counted are unknown, not none', () => {
  const counted = withAdvice(
    [site('a', []), site('b', [])],
    [
      { projectId: 'a', total: 3, at: '2026-01-01T00:00:00.000Z' },
      { projectId: 'b', total: null, at: '2026-01-01T00:00:00.000Z' },
    ],
  )
  expect(counted.map(({ advice }) => advice)).toEqual([3, null])
  expect([sumOf(counted).advice, sumOf([site('c', [])]).advice]).toEqual([3, null])
})
