import { a, b, c, type HardPage, links, sorry } from './hard-page.ts'

const general = { general: { search_engine: 'google' } }
const brightData = 'docs.brightdata.com/products/serp-api/parsed-json-results (November 2026)'
const detected = 'docs.brightdata.com/products/serp-api/fast-serp/web-search (2026)'

export const brightdata: HardPage[] = [
  {
    what: 'links below a result, global ranks, and an ad among the results',
    source: brightData,
    pages: [
      {
        ...general,
        organic: [
          { rank: 1, global_rank: 3, link: c, referral_link: 'https://www.google.com/aclk?sa=L&ai=x' },
          { rank: 2, global_rank: 5, link: b, extensions: [{ type: 'site_link', link: a }] },
          { rank: 3, global_rank: 9, link: a, display_link: 'https://a.example' },
        ],
        top_pla: links(a),
      },
    ],
    reads: { organic: 'b.example/ a.example/', own: ['a.example', 2] },
  },
  {
    what: 'an overview that cites wrapped addresses, and a snippet in one',
    source: brightData,
    pages: [
      {
        ...general,
        organic: links(b),
        ai_overview: { references: [{ href: '/url?q=https://a.example/1' }, { href: '/goto?url=CAES' }] },
        featured_snippets: [{ link: '/url?q=https://a.example/2' }],
      },
    ],
    reads: { organic: 'b.example/', cites: ['https://a.example/1'], snippet: 'https://a.example/2' },
  },
  {
    what: 'results of another spelling, as the answer says',
    source: detected,
    pages: [
      {
        general: { query: 'tea', detected_query: 'tee' },
        spelling: { showing_results_for: 'tee' },
        organic: links(a),
      },
    ],
    reads: 'respelled',
  },
  {
    what: 'results of a shorter query, without a word about the spelling',
    source: detected,
    pages: [{ general: { query: 'green tea', detected_query: 'tea' }, organic: links(a) }],
    reads: 'suspect',
  },
  { what: 'facts alone', source: brightData, pages: [general], reads: 'suspect' },
  {
    what: 'HTML of a question whether a person searches',
    source: brightData,
    pages: [`<html><title>${sorry}</title><form id="captcha-form"></form></html>`],
    reads: 'parse',
  },
]
