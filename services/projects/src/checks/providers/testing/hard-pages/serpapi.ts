import { full, fullReads, type HardPage, unusualLinks, unusualTraffic } from './hard-page.ts'

const roadmap = (issue: number, on: string) => `github.com/serpapi/public-roadmap/issues/${issue} (${on})`
const documents = 'serpapi.com/organic-results (November 2026)'

const page = (organic: object[], blocks: object = {}) => ({
  search_metadata: { status: 'Success' },
  search_information: { organic_results_state: 'Results for exact spelling' },
  organic_results: organic,
  ...blocks,
})
const links = (...hosts: string[]) => hosts.map((host, i) => ({ position: i + 1, link: `https://${host}/` }))
const a = 'https://a.example/'
const b = 'https://b.example/'
const c = 'https://c.example/'

export const serpapi: HardPage[] = [
  {
    what: 'results of another spelling, in the place of its own',
    source: 'serpapi.com/google-light-spell-check (2026)',
    pages: [
      page(links('a.example'), {
        search_information: {
          query_displayed: 'Coffeee',
          organic_results_state: 'Some results for exact spelling but showing fixed spelling',
          spelling_fix: 'Coffee',
          showing_results_for: 'Coffee',
        },
      }),
    ],
    reads: 'respelled',
  },
  {
    what: 'results of another spelling, because its own has none, though the exact one was asked for',
    source: roadmap(2875, 'July 2025'),
    pages: [
      page(links('a.example'), {
        search_information: { organic_results_state: 'Empty showing fixed spelling results' },
      }),
    ],
    reads: 'respelled',
  },
  {
    what: 'a page 2 of another spelling',
    source: roadmap(4146, 'August 2026'),
    pages: [
      page(full('link')),
      page(links('a.example'), { search_information: { query_displayed: 'cokoing', showing_results_for: 'cooking' } }),
    ],
    reads: 'respelled',
  },
  {
    what: 'another spelling that is only offered',
    source: 'serpapi.com/google-light-spell-check (2026)',
    pages: [
      page(links('a.example'), {
        search_information: {
          query_displayed: 'cofee',
          organic_results_state: 'Showing results for exact spelling despite spelling suggestion',
          spelling_fix: 'coffee',
        },
      }),
    ],
    reads: { organic: 'a.example/', own: ['a.example', 1] },
  },
  {
    what: 'the links of Google’s page about unusual traffic',
    source: unusualTraffic,
    pages: [page(unusualLinks.map((link) => ({ title: 'Sorry...', link })))],
    reads: 'suspect',
  },
  {
    what: 'the words of that page alone, and on the page behind a full one',
    source: unusualTraffic,
    pages: [page(full('link')), page([{ title: 'Our systems have detected unusual traffic', link: null }])],
    reads: { organic: fullReads(10), own: ['s10.example', 10], depth: 10 },
  },
  {
    what: 'sitelinks, inline and expanded, are no positions',
    source: documents,
    pages: [
      page([
        { position: 1, link: a, sitelinks: { expanded: [{ link: `${a}1` }, { link: `${a}2` }], list: [{ link: b }] } },
        { position: 2, link: b, sitelinks: { inline: [{ link: `${b}3` }] } },
      ]),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'a result with sitelinks twice, one after the other, on mobile',
    source: roadmap(3722, 'April 2026'),
    pages: [
      page([{ position: 1, link: a, sitelinks: { inline: [{ link: `${a}1` }] } }, ...links('a.example', 'b.example')]),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'a result again further down the page',
    source: roadmap(2512, 'March 2025'),
    pages: [page(links('a.example', 'b.example', 'a.example', 'c.example'))],
    reads: { organic: 'a.example/ b.example/ c.example/', own: ['c.example', 3] },
  },
  {
    what: 'all ads again as the first organic results',
    source: roadmap(2182, 'November 2024'),
    pages: [
      page(links('x.example', 'y.example', 'z.example', 'a.example'), {
        ads: links('x.example', 'y.example', 'z.example'),
      }),
    ],
    reads: { organic: 'a.example/', own: ['a.example', 1] },
  },
  {
    what: 'one advertiser that ranks first with the same address stays a result',
    source: roadmap(2182, 'November 2024'),
    pages: [page(links('a.example', 'b.example'), { ads: links('a.example') })],
    reads: { organic: 'a.example/ b.example/', own: ['a.example', 1] },
  },
  {
    what: 'an ad among the results, with Google’s address for ads beside its own',
    source: roadmap(1991, 'September 2024'),
    pages: [
      page([
        { position: 1, link: c, tracking_link: 'https://www.google.co.jp/aclk?sa=l&ai=x' },
        { position: 2, link: a },
      ]),
    ],
    reads: { organic: 'a.example/', own: ['c.example', 0] },
  },
  {
    what: 'a carousel of videos again among the results',
    source: roadmap(996, 'July 2023'),
    pages: [
      page(links('a.example', 'v.example/1', 'v.example/2', 'v.example/3', 'b.example'), {
        inline_videos: links('v.example/1', 'v.example/2', 'v.example/3'),
      }),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'a video among the results with an address of Google’s own search',
    source: roadmap(474, 'November 2022'),
    pages: [
      page([
        { position: 1, link: a },
        { position: 2, link: 'https://www.google.com/search?q=tea#fpstate=ive&vld=cid:1' },
        { position: 3, link: b },
      ]),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'the box of pictures among the results, by a relative address',
    source: roadmap(946, 'June 2023'),
    pages: [
      page([
        { position: 1, link: '/search?q=tea&udm=2' },
        { position: 2, link: b },
      ]),
    ],
    reads: { organic: 'b.example/', own: ['b.example', 1] },
  },
  {
    what: 'a video result without its link',
    source: roadmap(1066, 'August 2023'),
    pages: [
      page([
        { position: 1, displayed_link: 'https://www.video.example › watch', key_moments: [{ link: c }] },
        { position: 2, link: b },
      ]),
    ],
    reads: { organic: 'video.example b.example/', own: ['b.example', 2] },
  },
  {
    what: 'a result with neither link nor displayed link',
    source: roadmap(237, 'July 2022'),
    pages: [
      page([
        { position: 1, link: a },
        { position: 2, title: 'B' },
        { position: 3, link: c },
      ]),
    ],
    reads: { organic: 'a.example/ - c.example/', own: ['c.example', 3] },
  },
  {
    what: 'sealed addresses, with the displayed link and without',
    source: roadmap(4315, 'September 2026'),
    pages: [
      page([
        { link: 'https://www.google.com/goto?url=CAESAA', displayed_link: 'https://a.example › tea' },
        { link: '/goto?url=CAESAB' },
        { link: b },
      ]),
    ],
    reads: { organic: 'a.example - b.example/', own: ['b.example', 3] },
  },
  {
    what: 'addresses behind Google’s question about a suspicious link',
    source: roadmap(1234, 'November 2023'),
    pages: [
      page([{ link: 'https://www.google.nl/url?q=https://a.example/nieuws/1-x&sa=U&ved=2ah&usg=AO' }, { link: b }]),
    ],
    reads: { organic: 'a.example/nieuws/1-x b.example/', own: ['a.example', 1] },
  },
  {
    what: 'an address of Google’s that leads nowhere readable hides its owner',
    source: roadmap(1568, 'April 2024'),
    pages: [
      page([
        { link: 'https://www.google.fr/url?q=(Interpol+OR+FBI)&sa=U', displayed_link: 'a.example › x' },
        { link: 'https://www.google.fr/url?q=&sa=U' },
        { link: b },
      ]),
    ],
    reads: { organic: 'a.example - b.example/', own: ['b.example', 3] },
  },
  {
    what: 'a featured snippet whose page is the first result too',
    source: documents,
    pages: [page(links('a.example', 'b.example'), { answer_box: { type: 'organic_result', link: a } })],
    reads: { organic: 'a.example/ b.example/', own: ['a.example', 1], snippet: a },
  },
  {
    what: 'a featured snippet in place of the first result is no position',
    source: documents,
    pages: [page(links('b.example'), { answer_box: { type: 'organic_result', link: `${a}#:~:text=tea` } })],
    reads: { organic: 'b.example/', own: ['a.example', 0], snippet: `${a}#:~:text=tea` },
  },
  {
    what: 'a success without its results, with a panel',
    source: roadmap(3787, 'May 2026'),
    pages: [{ search_metadata: { status: 'Success' }, knowledge_graph: { title: 'A', website: a } }],
    reads: 'suspect',
  },
  {
    what: 'a third page that is “fully empty” today, and a fourth with results',
    source: roadmap(4058, 'July 2026'),
    pages: [
      page(full('link')),
      page(full('link', 11)),
      {
        search_metadata: { status: 'Success' },
        search_information: { organic_results_state: 'Fully empty', total_results: 11 },
        dmca_messages: [{}],
      },
      page(full('link', 31)),
    ],
    reads: { organic: fullReads(20), own: ['s31.example', 0], depth: 20 },
  },
  {
    what: 'a next page that does not exist',
    source: roadmap(3004, 'September 2025'),
    pages: [
      page(links('a.example', 'b.example'), {
        serpapi_pagination: { next: 'https://serpapi.com/search.json?start=10' },
      }),
    ],
    reads: { organic: 'a.example/ b.example/', own: ['b.example', 2] },
  },
  {
    what: 'forums, stories, places and a panel with links of their own',
    source: 'serpapi.com/search-api (November 2026)',
    pages: [
      page(links('b.example'), {
        discussions_and_forums: links('a.example'),
        top_stories: links('a.example'),
        local_results: { places: [{ links: { website: a } }] },
        knowledge_graph: { website: a },
      }),
    ],
    reads: { organic: 'b.example/', own: ['a.example', 0] },
  },
  {
    what: 'an overview that cites wrapped and sealed addresses',
    source: roadmap(4201, '2026'),
    pages: [
      page(links('b.example'), {
        ai_overview: {
          references: [
            'https://www.google.com/goto?url=CAESAA',
            'https://www.google.com/url?q=https://a.example/1&sa=U',
            'https://www.google.com/search?q=tea&udm=50',
            'https://www.google.com/url?q=tea',
            '//kopi.co.id/biji',
            'https://kopi-co-id.translate.goog/susu?_x_tr_sl=en',
          ].map((link, index) => ({ index, link })),
        },
      }),
    ],
    reads: {
      organic: 'b.example/',
      cites: ['https://a.example/1', 'https://kopi.co.id/biji', 'https://kopi.co.id/susu'],
    },
  },
  {
    what: 'positions as text, missing and begun anew on page 2',
    source: 'serpapi.com/bing-organic-results (November 2026)',
    pages: [
      page([{ position: '1', link: a }, { link: b }, { position: null, link: c }]),
      page([{ position: 1, link: 'https://d.example/' }]),
    ],
    reads: { organic: 'a.example/ b.example/ c.example/ d.example/', own: ['d.example', 4] },
  },
  {
    what: 'a search that is not ready',
    source: 'serpapi.com/api-status-and-error-codes (November 2026)',
    pages: [{ search_metadata: { status: 'Processing' } }],
    reads: 'upstream',
  },
  {
    what: 'an error inside a 200',
    source: 'serpapi.com/api-status-and-error-codes (November 2026)',
    pages: [{ error: 'Your account has run out of searches.' }],
    reads: 'quota',
  },
]
