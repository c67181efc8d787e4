import { a, b, c, type HardPage } from './hard-page.ts'

const documents = 'docs.searxng.org/dev/search_api (November 2026)'

export const searxng: HardPage[] = [
  {
    what: 'an address again on the same page and on the next one of a merged list',
    source: documents,
    pages: [{ results: [{ url: a }, { url: b }, { url: a }] }, { results: [{ url: b }, { url: c }] }],
    reads: { organic: 'a.example/ b.example/ c.example/', own: ['c.example', 3] },
  },
  {
    what: 'addresses of other engines, and one that cannot be opened',
    source: documents,
    pages: [
      {
        results: [
          'https://www.bing.com/ck/a?p=1&u=a1aHR0cHM6Ly9hLmV4YW1wbGUv',
          'https://duckduckgo.com/l/?uddg=https%3A%2F%2Fb.example%2F',
          'https://www.bing.com/ck/a?p=1&u=x',
          c,
        ].map((url) => ({ url })),
      },
    ],
    reads: { organic: 'a.example/ b.example/ - c.example/', own: ['c.example', 4] },
  },
  {
    what: 'a blocked engine and no results',
    source: 'github.com/searx/searx/issues/1697 (September 2019)',
    pages: [{ results: [], unresponsive_engines: [['google', 'CAPTCHA']] }],
    reads: 'upstream',
  },
  {
    what: 'a result without an address',
    source: documents,
    pages: [{ results: [{ url: a }, { url: null }] }],
    reads: 'parse',
  },
  {
    what: 'a mark of the byte order before the JSON',
    source: documents,
    pages: [`\uFEFF${JSON.stringify({ results: [{ url: a }] })}`],
    reads: { organic: 'a.example/', own: ['a.example', 1] },
  },
]
