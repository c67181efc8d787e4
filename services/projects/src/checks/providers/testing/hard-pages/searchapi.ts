import { a, b, c, full, fullReads, type HardPage, links, success } from './hard-page.ts'

const searchApi = 'searchapi.io/docs/google (November 2026)'

export const searchapi: HardPage[] = [
  {
    what: 'a page 2 that is page 1 but for one result',
    source: searchApi,
    pages: [
      { ...success, organic_results: full('link') },
      { ...success, organic_results: [...full('link').slice(1), { link: a }] },
    ],
    reads: { organic: fullReads(10), own: ['a.example', 0], depth: 10 },
  },
  {
    what: 'ads, shopping and questions beside the results, and nested results of one site',
    source: searchApi,
    pages: [
      {
        ...success,
        ads: links(a),
        shopping_ads: links(a),
        related_questions: [{ question: 'Why?', link: a }],
        organic_results: [
          { position: 1, link: b, nested_results: links(a) },
          { position: 2, link: `${b}2` },
          { position: 3, link: c },
        ],
      },
    ],
    reads: { organic: 'b.example/ b.example/2 c.example/', own: ['c.example', 3] },
  },
  {
    what: 'its word for no results',
    source: searchApi,
    pages: [{ ...success, error: "Google didn't return any results." }],
    reads: { organic: '' },
  },
  {
    what: 'null in the place of the list',
    source: searchApi,
    pages: [{ ...success, organic_results: null }],
    reads: 'suspect',
  },
  {
    what: 'results of another spelling',
    source: 'assumed, by SerpApi’s form',
    pages: [
      {
        ...success,
        search_information: { query_displayed: 'tea', showing_results_for: 'tee' },
        organic_results: links(a),
      },
    ],
    reads: 'respelled',
  },
  {
    what: 'another status inside a 200',
    source: searchApi,
    pages: [{ search_metadata: { status: 'Error' }, organic_results: links(a) }],
    reads: 'upstream',
  },
]
