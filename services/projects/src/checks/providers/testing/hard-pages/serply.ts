import { a, b, c, type HardPage, links } from './hard-page.ts'

const documents = 'github.com/serply-inc/skills (2026)'
const consent = 'github.com/benbusby/whoogle-search/issues/311 (May 2021)'

export const serply: HardPage[] = [
  {
    what: 'links below a result, and positions of its own',
    source: documents,
    pages: [
      {
        results: [
          { link: b, realPosition: 3, additional_links: [{ href: a }] },
          { link: null, realPosition: 4 },
          { link: c, realPosition: 7 },
        ],
      },
    ],
    reads: { organic: 'b.example/ - c.example/', own: ['c.example', 3] },
  },
  {
    what: 'Google’s question about cookies, listed as a result',
    source: consent,
    pages: [{ results: links('https://consent.google.de/ml?continue=https://www.google.de/search&gl=DE') }],
    reads: 'suspect',
  },
  { what: 'the list as an object', source: documents, pages: [{ results: { 0: { link: a } } }], reads: 'parse' },
]
