import { ads, type Format, type Listed, linked, places, question } from './format.ts'
import { moreFormats } from './more-formats.ts'

const serpapi: Format = {
  name: 'serpapi',
  pageIndex: (call) => Number(call.query.get('start')) / 10,
  page: (listed, facts) => ({
    search_metadata: { status: 'Success' },
    search_information: { organic_results_state: 'Results for exact spelling' },
    organic_results: linked(listed),
    serpapi_pagination: facts?.isLast
      ? { current: 1 }
      : { current: 1, next: 'https://serpapi.com/search.json?start=10' },
  }),
  empty: () => ({
    search_metadata: { status: 'Success' },
    search_information: { organic_results_state: 'Fully empty' },
    error: "Google hasn't returned any results for this query.",
  }),
  withheld: () => ({ search_metadata: { status: 'Success' } }),
  broken: () => ({ search_metadata: { status: 'Success' }, organic_results: 'none' }),
  crowded: (listed) => ({
    ...serpapi.page(listed),
    ads,
    local_results: { places },
    related_questions: [question],
    ai_overview: { text_blocks: [] },
  }),
}

const serper: Format = {
  name: 'serper',
  pageIndex: (call) => Number(JSON.parse(call.body).page) - 1,
  page: (listed) => ({ searchParameters: { q: 'x' }, organic: linked(listed) }),
  empty: () => ({ searchParameters: { q: 'x' }, organic: [] }),
  withheld: () => ({ searchParameters: { q: 'x' }, organic: [], peopleAlsoAsk: [question] }),
  broken: () => ({ searchParameters: { q: 'x' }, organic: [{ link: 5 }] }),
  crowded: (listed) => ({
    ...serper.page(listed),
    ads,
    places,
    peopleAlsoAsk: [question],
    answerBox: { link: 'https://answer.example.com/' },
  }),
}

const valueserp: Format = {
  name: 'valueserp',
  pageIndex: (call) => Number(call.query.get('page')) - 1,
  page: (listed, facts) => ({
    request_info: { success: true },
    organic_results: linked(listed),
    pagination: facts?.isLast ? { current: 1 } : { current: 1, next: 'https://www.google.com/search' },
  }),
  empty: () => ({ request_info: { success: true }, search_information: { original_query_yields_zero_results: true } }),
  withheld: () => ({
    request_info: { success: true },
    search_information: { original_query_yields_zero_results: false },
  }),
  broken: () => ({ request_info: { success: true }, organic_results: {} }),
  crowded: (listed) => ({ ...valueserp.page(listed), ads, local_results: places, related_questions: [question] }),
}

const searxng: Format = {
  name: 'searxng',
  pageIndex: (call) => Number(call.query.get('pageno')) - 1,
  page: (listed) => ({
    results: listed.map(({ url, title }) => ({ url: url ?? 'about:blank', title })),
    unresponsive_engines: [],
  }),
  empty: () => ({ results: [], unresponsive_engines: [] }),
  withheld: () => ({ results: [] }),
  broken: () => ({ results: null }),
  crowded: (listed) => ({
    ...searxng.page(listed),
    answers: ['42'],
    infoboxes: [{ infobox: 'x', urls: [] }],
    suggestions: ['y'],
  }),
}

const envelope = (task: object) => ({
  status_code: 20000,
  status_message: 'Ok.',
  tasks: [{ id: 't', cost: 0.002, ...task }],
})
const organicItems = (listed: Listed[]) =>
  listed.map(({ url, title }, i) => ({
    type: 'organic',
    rank_group: i + 1,
    rank_absolute: i + 4,
    url,
    title: title ?? 'A title',
  }))

const dataforseo: Format = {
  name: 'dataforseo',
  pageIndex: null,
  page: (listed) =>
    envelope({ status_code: 20000, result: [{ items_count: listed.length, items: organicItems(listed) }] }),
  empty: () => envelope({ status_code: 40102, status_message: 'No Search Results.', result: null }),
  withheld: () => envelope({ status_code: 20000, result: [{ items_count: 0, items: null }] }),
  broken: () => envelope({ status_code: 20000, result: [{ items: [{ type: 'organic', rank_group: 'first' }] }] }),
  crowded: (listed) => {
    const beside = ['paid', 'local_pack', 'ai_overview'].map((type, i) => ({
      type,
      rank_group: 1,
      rank_absolute: i + 1,
      url: ads[0]?.link,
    }))
    const asked = {
      type: 'people_also_ask',
      rank_group: 1,
      items: [{ type: 'people_also_ask_element', title: 'Why?' }],
    }
    return envelope({ status_code: 20000, result: [{ items: [...beside, ...organicItems(listed), asked] }] })
  },
}

export const formats: Format[] = [dataforseo, serpapi, serper, valueserp, searxng, ...moreFormats]

/** Results of `count` sites: https://site1.com/, https://site2.com/, … */
export function sites(count: number, from = 1): Listed[] {
  return Array.from({ length: count }, (_, i) => ({ url: `https://site${from + i}.com/` }))
}

/** Addresses of https://kopi.co.id/biji as engines, their caches and translators write them. */
export const wrapped: Listed[] = [
  'https://www.google.com/url?q=https://kopi.co.id/biji&sa=U&ved=2ahUKE',
  '/url?q=https://kopi.co.id/biji&sa=U&usg=AOvVaw',
  'https://www.google.co.id/url?sa=t&url=https%3A%2F%2Fkopi.co.id%2Fbiji',
  'https://www.google.com/amp/s/kopi.co.id/biji',
  'https://kopi-co-id.cdn.ampproject.org/v/s/kopi.co.id/biji?amp_js_v=0.1',
  'https://kopi-co-id.translate.goog/biji?_x_tr_sl=en&_x_tr_tl=id&_x_tr_hist=true',
  'https://translate.google.com/translate?sl=en&tl=id&u=https://kopi.co.id/biji',
].map((url) => ({ url }))
