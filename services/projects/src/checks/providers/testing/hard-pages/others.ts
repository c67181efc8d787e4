import { full, fullReads, type HardPages, unusualLinks, unusualTraffic } from './hard-page.ts'

const links = (...urls: (string | null)[]) => urls.map((link, i) => ({ position: i + 1, link }))
const a = 'https://a.example/'
const b = 'https://b.example/'
const c = 'https://c.example/'
const success = { search_metadata: { status: 'Success' } }
const ok = { requestMetadata: { id: 'x', status: 'ok' } }
const general = { general: { search_engine: 'google' } }
const job = (content: unknown, status = 200) => ({ results: [{ status_code: status, content }] })
const parsed = (results: object, code = 12_000) => job({ results, parse_status_code: code })
const sorry = 'https://www.google.com/sorry/index?continue=https://www.google.com/search'

const serper = 'serper.dev, its playground (November 2026)'
const trajectData = 'docs.trajectdata.com/valueserp (August 2024)'
const searchApi = 'searchapi.io/docs/google (November 2026)'
const hasData = 'github.com/HasData/hasdata-cli (June 2026)'
const spaceSerp = 'github.com/rajivsingha/spaceserp_csv (2024)'
const serply = 'github.com/serply-inc/skills (2026)'
const brightData = 'docs.brightdata.com/products/serp-api/parsed-json-results (November 2026)'
const detected = 'docs.brightdata.com/products/serp-api/fast-serp/web-search (2026)'
const oxylabs = 'developers.oxylabs.io, Web Search (November 2026)'
const searxng = 'docs.searxng.org/dev/search_api (November 2026)'
const relative = 'github.com/apify/actor-rag-web-browser/pull/144 (August 2026)'
const consent = 'github.com/benbusby/whoogle-search/issues/311 (May 2021)'

export const others: HardPages = {
  serper: [
    {
      what: 'sitelinks, and a panel, a box and stories of the own site',
      source: serper,
      pages: [
        {
          organic: [
            { position: 1, link: b, sitelinks: [{ link: a }] },
            { position: 2, link: c },
          ],
          knowledgeGraph: { website: a },
          answerBox: { link: a, snippet: 'Tea' },
          topStories: [{ link: a }],
        },
      ],
      reads: { organic: 'b.example/ c.example/', own: ['a.example', 0], snippet: a },
    },
    {
      what: 'positions that begin anew on page 2, which repeats one result of page 1',
      source: serper,
      pages: [{ organic: full('link') }, { organic: links('https://s10.example/', a) }],
      reads: { organic: `${fullReads(10)} s10.example/ a.example/`, own: ['a.example', 12] },
    },
    { what: 'an empty list, without a word', source: serper, pages: [{ organic: [], credits: 1 }], reads: 'suspect' },
    { what: 'an answer without the list', source: serper, pages: [{ searchParameters: { q: 'tea' } }], reads: 'parse' },
    {
      what: 'JSON that is cut off',
      source: serper,
      pages: [`{"organic":[{"position":1,"link":"${a}"},{"po`],
      reads: 'parse',
    },
    {
      what: 'the links of Google’s page about unusual traffic',
      source: unusualTraffic,
      pages: [{ organic: links(...unusualLinks) }],
      reads: 'suspect',
    },
    {
      what: 'Google’s question whether a person searches, by a relative address',
      source: 'assumed: as HTML it is in many reports, such as github.com/searx/searx/issues/729 (2016 to 2020)',
      pages: [{ organic: links('/sorry/index?continue=https://www.google.com/search&q=EgQ', a) }],
      reads: 'suspect',
    },
  ],
  valueserp: [
    {
      what: 'relative and protocol-less addresses, and results nested in one',
      source: relative,
      pages: [
        {
          request_info: { success: true },
          organic_results: [
            {
              position: 1,
              position_overall: 3,
              link: '/url?q=https://a.example/1&sa=U',
              nested_results: [{ link: 'https://a.example/2' }],
            },
            { position: 2, position_overall: 5, link: '//kopi.co.id/biji' },
            { position: 3, link: 'kopi.co.id:8443/susu' },
            { position: 4, link: '/goto?url=CAESAA', domain: 'www.b.example' },
            { position: 5, link: 'https://www.google.com/url?esrc=s&amp;q=&amp;url=https://c.example/&amp;usg=AO' },
          ],
        },
      ],
      reads: {
        organic: 'a.example/1 kopi.co.id/biji kopi.co.id:8443/susu b.example c.example/',
        own: ['c.example', 5],
      },
    },
    {
      what: 'its word for no results',
      source: trajectData,
      pages: [{ request_info: { success: true }, search_information: { original_query_yields_zero_results: true } }],
      reads: { organic: '', own: ['a.example', 0] },
    },
    {
      what: 'results of another spelling, of a phrase without any',
      source: 'a client of ValueSERP’s in a public repository (2025)',
      pages: [
        {
          request_info: { success: true },
          search_information: {
            original_query_yields_zero_results: true,
            query_displayed: 'tea',
            showing_results_for: 'tee',
          },
          organic_results: links(a),
        },
      ],
      reads: 'respelled',
    },
    {
      what: 'no list, without a word',
      source: trajectData,
      pages: [{ request_info: { success: true }, pagination: { current: 1 } }],
      reads: 'suspect',
    },
    {
      what: 'an error inside a 200',
      source: trajectData,
      pages: [{ request_info: { success: false, message: 'You have used all of the credits.' } }],
      reads: 'quota',
    },
  ],
  searchapi: [
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
  ],
  hasdata: [
    {
      what: 'pages in Google’s and others’ wrappings',
      source: 'developers.google.com/search/docs/appearance/ad-network-and-translation (2024)',
      pages: [
        {
          ...ok,
          organicResults: links(
            'https://kopi-co-id.translate.goog/biji?_x_tr_sl=en&_x_tr_hist=true',
            'https://translate.google.com/translate?hl=id&u=kopi.co.id/susu',
            'https://www.google.com/amp/s/a.example/1',
            'https://webcache.googleusercontent.com/search?q=cache:Ab1-cD2_eF3:https://b.example/1+tea',
            'https://www.google.com/imgres?imgurl=https://cdn.example/a.jpg&imgrefurl=https://c.example/1',
          ),
        },
      ],
      reads: { organic: 'kopi.co.id/biji kopi.co.id/susu a.example/1 b.example/1 c.example/1', own: ['c.example', 5] },
    },
    {
      what: 'hosts in upper case, with a last dot, a port and a user',
      source: 'url.spec.whatwg.org (2026)',
      pages: [
        {
          ...ok,
          organicResults: links(
            'HTTPS://WWW.B.Example./X',
            'http://user@c.example:8080/',
            ' https://www.google.com/url?q=https://d.example/ ',
            a,
          ),
        },
      ],
      reads: { organic: 'b.example c.example d.example/ a.example/', own: ['b.example', 1] },
    },
    {
      what: 'a status that is not ok inside a 200',
      source: hasData,
      pages: [{ requestMetadata: { status: 'error' }, organicResults: links(a) }],
      reads: 'upstream',
    },
    {
      what: 'no list',
      source: hasData,
      pages: [{ ...ok, relatedQuestions: [{ question: 'Why?', link: a }] }],
      reads: 'suspect',
    },
  ],
  spaceserp: [
    {
      what: 'hosts of other scripts, as letters and as punycode, with and without a scheme',
      source: spaceSerp,
      pages: [
        {
          organic_results: links(
            'https://bücher.de/a',
            'bücher.de/b',
            'https://xn--bcher-kva.de/c',
            'https://кафе.рф/',
          ),
        },
      ],
      reads: {
        organic: 'xn--bcher-kva.de xn--bcher-kva.de xn--bcher-kva.de xn--80akn5b.xn--p1ai',
        own: ['xn--80akn5b.xn--p1ai', 4],
      },
    },
    {
      what: 'marks of campaigns and fragments are another address of the same page; subdomains are the site, countries are not',
      source: spaceSerp,
      pages: [
        {
          organic_results: links(
            'https://kopi.com/',
            'https://toko.kopi.co.id/?srsltid=A',
            'https://kopi.co.id/?utm_source=g#:~:text=x',
            `https://kopi.co.id/${'x'.repeat(5_000)}`,
          ),
        },
      ],
      reads: {
        organic: `kopi.com/ toko.kopi.co.id/?srsltid=A kopi.co.id/?utm_source=g#:~:text=x kopi.co.id/${'x'.repeat(5_000)}`,
        own: ['kopi.co.id', 2],
      },
    },
    { what: 'an empty list, without a word', source: spaceSerp, pages: [{ organic_results: [] }], reads: 'suspect' },
  ],
  serply: [
    {
      what: 'links below a result, and positions of its own',
      source: serply,
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
    { what: 'the list as an object', source: serply, pages: [{ results: { 0: { link: a } } }], reads: 'parse' },
  ],
  brightdata: [
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
  ],
  oxylabs: [
    {
      what: 'ranks among all boxes and among the results, links below, an address that is missing',
      source: oxylabs,
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
      source: oxylabs,
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
    { what: 'no results, without a word', source: oxylabs, pages: [parsed({ paid: [{ url: a }] })], reads: 'suspect' },
    {
      what: 'a page that was parsed in part',
      source: oxylabs,
      pages: [parsed({ organic: [{ url: a }] }, 12_004)],
      reads: 'parse',
    },
    { what: 'a job that failed inside a 200', source: oxylabs, pages: [job('', 613)], reads: 'upstream' },
    {
      what: 'bytes of another encoding in a host',
      source: oxylabs,
      pages: [Buffer.from(JSON.stringify(parsed({ organic: [{ url: 'https://bücher.de/' }, { url: a }] })), 'latin1')],
      reads: { organic: '- a.example/', own: ['a.example', 2] },
    },
  ],
  searxng: [
    {
      what: 'an address again on the same page and on the next one of a merged list',
      source: searxng,
      pages: [{ results: [{ url: a }, { url: b }, { url: a }] }, { results: [{ url: b }, { url: c }] }],
      reads: { organic: 'a.example/ b.example/ c.example/', own: ['c.example', 3] },
    },
    {
      what: 'addresses of other engines, and one that cannot be opened',
      source: searxng,
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
      source: searxng,
      pages: [{ results: [{ url: a }, { url: null }] }],
      reads: 'parse',
    },
    {
      what: 'a mark of the byte order before the JSON',
      source: searxng,
      pages: [`\uFEFF${JSON.stringify({ results: [{ url: a }] })}`],
      reads: { organic: 'a.example/', own: ['a.example', 1] },
    },
  ],
}
