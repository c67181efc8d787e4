import { a, b, full, type HardPage, job, parsed } from './hard-page.ts'

const documents = 'developers.oxylabs.io, Web Search (November 2026)'

export const oxylabs: HardPage[] = [
  {
    what: 'ranks among all boxes and among the results, links below, an address that is missing',
    source: documents,
    pages: [
      parsed({
        organic: [
          { pos: 1, pos_overall: 4, url: b, sitelinks: { inline: [{ url: a }] } },
          { pos: 2, pos_overall: 6, url_shown: 'https://www.c.example› ...' },
          { pos: 3, url: a },
        ],
        paid: [{ url: a }],
      }),
    ],
    reads: { organic: 'b.example/ c.example a.example/', own: ['a.example', 3] },
  },
  {
    what: 'its word for no results',
    source: documents,
    pages: [parsed({ organic: [], search_information: { no_results_for_original_query_found: true } })],
    reads: { organic: '' },
  },
  {
    what: 'results of another spelling; the same in capitals is none',
    source: 'answers in public repositories (2025 and 2026)',
    pages: [
      parsed({
        organic: full('url'),
        search_information: { query: 'tea', showing_results_for: 'Tea' },
      }),
      parsed({ organic: [{ url: a }], search_information: { query: 'tea', showing_results_for: 'tee' } }),
    ],
    reads: 'respelled',
  },
  { what: 'no results, without a word', source: documents, pages: [parsed({ paid: [{ url: a }] })], reads: 'suspect' },
  {
    what: 'a page that was parsed in part',
    source: documents,
    pages: [parsed({ organic: [{ url: a }] }, 12_004)],
    reads: 'parse',
  },
  { what: 'a job that failed inside a 200', source: documents, pages: [job('', 613)], reads: 'upstream' },
  {
    what: 'bytes of another encoding in a host',
    source: documents,
    pages: [Buffer.from(JSON.stringify(parsed({ organic: [{ url: 'https://bücher.de/' }, { url: a }] })), 'latin1')],
    reads: { organic: '- a.example/', own: ['a.example', 2] },
  },
]
