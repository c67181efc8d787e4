import { fullReads, type HardPage, unusualLinks, unusualTraffic } from './hard-page.ts'

const documents = 'docs.dataforseo.com/v3/serp/google/organic/live/advanced (June 2026)'
const codes = 'docs.dataforseo.com/v3/appendix/errors (June 2026)'

const task = (fields: object) => ({
  status_code: 20000,
  status_message: 'Ok.',
  tasks: [{ id: 't', cost: 0.002, status_code: 20000, status_message: 'Ok.', ...fields }],
})
const page = (items: object[] | null, facts: object = {}) => task({ result: [{ ...facts, items }] })
const at = (rank: number | string | null, host: string, more: object = {}) => ({
  type: 'organic',
  rank_group: rank,
  rank_absolute: 9,
  url: `https://${host}/`,
  domain: `www.${host}`,
  ...more,
})
const ten = (from = 1) =>
  Array.from({ length: 10 }, (_, i) => at(from + i, `s${from + i}.example`, { page: (from + 9) / 10 }))

export const dataforseo: HardPage[] = [
  {
    what: 'ads, places and questions between the results, which the group rank leaves out',
    source: documents,
    pages: [
      page([
        { type: 'paid', rank_group: 1, rank_absolute: 1, url: 'https://b.example/' },
        at(1, 'a.example', { rank_absolute: 2 }),
        {
          type: 'people_also_ask',
          rank_group: 1,
          rank_absolute: 3,
          items: [{ title: 'Why?', expanded_element: [{ url: 'https://b.example/' }] }],
        },
        { type: 'local_pack', rank_group: 1, rank_absolute: 4, url: 'https://b.example/' },
        at(2, 'b.example', { rank_absolute: 5 }),
      ]),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'an indented result of the same site, inside the one above it',
    source: 'dataforseo.com/update/related_result-in-serp-api (September 2021)',
    pages: [
      page([
        at(1, 'a.example', { related_result: [{ type: 'related_result', url: 'https://a.example/2' }] }),
        at(2, 'b.example'),
      ]),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'elements in another order than their ranks, and one twice',
    source: documents,
    pages: [page([at(3, 'c.example'), at(1, 'a.example'), at(3, 'c.example'), at(2, 'b.example')])],
    reads: { organic: 'a.example/ b.example/ c.example/', own: ['b.example', 2] },
  },
  {
    what: 'ranks that begin anew on page 2',
    source: documents,
    pages: [page([at(1, 'a.example', { page: 1 }), at(2, 'b.example', { page: 1 }), at(1, 'c.example', { page: 2 })])],
    reads: 'parse',
  },
  {
    what: 'a rank as text',
    source: documents,
    pages: [page([at('1', 'a.example')])],
    reads: 'parse',
  },
  {
    what: 'a result without its rank',
    source: documents,
    pages: [page([at(1, 'a.example'), at(null, 'b.example')])],
    reads: 'parse',
  },
  {
    what: 'a rank that was left out',
    source: documents,
    pages: [page([at(1, 'a.example'), at(2, 'b.example'), at(4, 'd.example')])],
    reads: { organic: 'a.example/ b.example/ - d.example/', own: ['d.example', 4] },
  },
  {
    what: 'one full page of the ten that were asked for',
    source: documents,
    pages: [page(ten(), { pages_count: 1 })],
    reads: { organic: fullReads(10), own: ['s11.example', 0], depth: 10 },
  },
  {
    what: 'two pages of ten, the second short: there are no more',
    source: documents,
    pages: [page([...ten(), ...ten(11).slice(0, 3)], { pages_count: 2 })],
    reads: { organic: fullReads(13), own: ['s13.example', 13] },
  },
  {
    what: 'a snippet of the page that is the first result too',
    source: documents,
    pages: [
      page([
        { type: 'featured_snippet', rank_group: 1, rank_absolute: 1, url: 'https://b.example/' },
        at(1, 'a.example'),
        at(2, 'b.example'),
      ]),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2], snippet: 'https://b.example/' },
  },
  {
    what: 'addresses that are missing or sealed, with the domain beside them',
    source: 'dataforseo.com/update/get-final-destination-urls-with-serp-api (November 2026)',
    pages: [
      page([
        at(1, 'a.example', { url: null }),
        at(2, 'b.example', { url: 'https://www.google.com/goto?url=CAESAA' }),
        at(3, 'c.example', { url: null, domain: null }),
        at(4, 'd.example'),
      ]),
    ],
    reads: { organic: 'a.example b.example - d.example/', own: ['d.example', 4] },
  },
  {
    what: 'an overview whose parts cite wrapped addresses',
    source: documents,
    pages: [
      page([
        {
          type: 'ai_overview',
          references: [
            { url: 'https://www.google.com/url?q=https://a.example/1' },
            { url: 'https://www.google.com/goto?url=CAES' },
          ],
          items: [
            { references: [{ url: 'https://a.example/1' }, { url: 'https://www.google.com/amp/s/a.example/2' }] },
          ],
        },
        at(1, 'b.example'),
      ]),
    ],
    reads: { organic: 'b.example/', cites: ['https://a.example/1', 'https://a.example/2'] },
  },
  {
    what: 'its word for no results',
    source: codes,
    pages: [task({ status_code: 40102, status_message: 'No Search Results.', result: null })],
    reads: { organic: '', own: ['a.example', 0] },
  },
  { what: 'no elements, without a word', source: documents, pages: [page(null)], reads: 'suspect' },
  {
    what: 'results of another spelling, in the place of its own',
    source: documents,
    pages: [page([at(1, 'a.example')], { spell: { keyword: 'tee', type: 'showing_results_for' } })],
    reads: 'respelled',
  },
  {
    what: 'results of another spelling, because its own has none',
    source: documents,
    pages: [page([at(1, 'a.example')], { spell: { keyword: 'tee', type: 'no_results_found_for' } })],
    reads: 'respelled',
  },
  {
    what: 'another spelling that is offered, or included',
    source: documents,
    pages: [page([at(1, 'a.example')], { spell: { keyword: 'tee', type: 'did_you_mean' } })],
    reads: { organic: 'a.example/', own: ['a.example', 1] },
  },
  {
    what: 'the links of Google’s page about unusual traffic',
    source: unusualTraffic,
    pages: [page([at(1, 'support.google.com', { url: unusualLinks[0] }), at(2, 'google.com', { url: null })])],
    reads: 'suspect',
  },
  {
    what: 'boxes alone',
    source: documents,
    pages: [page([{ type: 'local_pack', rank_group: 1, url: 'https://a.example/' }])],
    reads: 'suspect',
  },
  {
    what: 'a task that waits in the queue',
    source: codes,
    pages: [task({ status_code: 40602, status_message: 'Task In Queue.', result: null })],
    reads: 'upstream',
  },
  {
    what: 'an error of the engine inside a 200',
    source: codes,
    pages: [task({ status_code: 40101, status_message: 'Internal SE Error.', result: null })],
    reads: 'upstream',
  },
  {
    what: 'money is out, inside a 200',
    source: codes,
    pages: [{ status_code: 40200, status_message: 'Payment Required.', tasks: null }],
    reads: 'quota',
  },
]
