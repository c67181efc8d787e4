import { expect, it } from 'vitest'
import { clientsOf, gainOf, type ListedSite, scoreOf, stateOf, sumOf, withAdvice } from './site-figures.ts'

const at = '2026-11-22T10:00:00.000Z'
const site = { frozen: false, checksPausedAt: null, failed: 0, checkedAt: at }

it('a site without a check is called neither checked nor invisible', () => {
  expect([stateOf(site).word, stateOf({ ...site, checkedAt: null }).word]).toEqual(['checked', 'not checked yet'])
  expect([scoreOf({ score: 0, checkedAt: null }), scoreOf({ score: 0, checkedAt: at })]).toEqual([null, 0])
})

it('says in the file too that checks failed, are paused, or are over the limit', () => {
  expect(stateOf({ ...site, failed: 3 }).word).toBe('3 failed')
  expect(stateOf({ ...site, failed: 3, checksPausedAt: at }).word).toBe('paused')
  expect(stateOf({ ...site, frozen: true, checksPausedAt: at }).word).toBe('over the limit')
})

it('a gain is that of the keywords known at both times', () => {
  const compared = { score: 3.25, before: 1, keywords: 20, added: 30 }
  expect([gainOf({}), gainOf({ compared: { ...compared, before: null } }), gainOf({ compared })]).toEqual([
    null,
    null,
    2.3,
  ])
})

const listed = (id: string, tags: string[], figures: Partial<ListedSite> = {}): ListedSite => ({
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
    listed('a', [], { down: 9 }),
    listed('b', ['Blue', 'shop'], { down: 1, keywords: 10, advice: 2 }),
    listed('c', ['Red'], { down: 3 }),
    listed('d', ['Blue'], { down: 1, keywords: 5, failed: 4 }),
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
    [listed('a', []), listed('b', [])],
    [
      { projectId: 'a', total: 3, at: '2026-01-01T00:00:00.000Z' },
      { projectId: 'b', total: null, at: '2026-01-01T00:00:00.000Z' },
    ],
  )
  expect(counted.map(({ advice }) => advice)).toEqual([3, null])
  expect([sumOf(counted).advice, sumOf([listed('c', [])]).advice]).toEqual([3, null])
})
