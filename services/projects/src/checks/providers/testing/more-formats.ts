import { ads, type Format, type Listed, linked, places, question } from './format.ts'

const success = { search_metadata: { status: 'Success' } }
const next = 'https://www.google.com/search'

const searchapi: Format = {
  name: 'searchapi',
  pageIndex: (call) => Number(call.query.get('page')) - 1,
  page: (listed, facts) => ({
    ...success,
    organic_results: linked(listed),
    pagination: facts?.isLast ? { current: 1 } : { current: 1, next },
  }),
  empty: () => ({ ...success, error: "Google didn't return any results." }),
  withheld: () => success,
  broken: () => ({ ...success, organic_results: 'none' }),
  crowded: (listed) => ({ ...searchapi.page(listed), ads, local_results: places, related_questions: [question] }),
}

const ok = { requestMetadata: { id: 'x', status: 'ok' } }

const hasdata: Format = {
  name: 'hasdata',
  pageIndex: (call) => Number(call.query.get('start')) / 10,
  page: (listed) => ({ ...ok, organicResults: linked(listed), pagination: { next } }),
  empty: () => ok,
  withheld: () => ({ ...ok, relatedQuestions: [question] }),
  broken: () => ({ ...ok, organicResults: [{ link: 5 }] }),
  meanings: { 403: 'quota' },
  crowded: (listed) => ({
    ...hasdata.page(listed),
    adResults: ads,
    localResults: places,
    relatedQuestions: [question],
  }),
}

const spaceserp: Format = {
  name: 'spaceserp',
  pageIndex: (call) => Number(call.query.get('pageNumber')) - 1,
  page: (listed) => ({ organic_results: linked(listed) }),
  empty: () => ({ organic_results: [] }),
  withheld: () => ({ organic_results: [], people_also_ask: [question] }),
  broken: () => ({ organic_results: {} }),
  crowded: (listed) => ({ ...spaceserp.page(listed), ads_results: ads, people_also_ask: [question] }),
}

const serply: Format = {
  name: 'serply',
  pageIndex: (call) => Number(call.query.get('start')) / 10,
  page: (listed) => ({ results: linked(listed), total: 1000, answers: [] }),
  empty: () => ({ results: [], total: 0, answers: [] }),
  withheld: () => ({ results: [], total: 0, related_questions: [question] }),
  broken: () => ({ results: { title: 'x' } }),
  crowded: (listed) => ({ ...serply.page(listed), ads, related_questions: [question] }),
}

const general = { general: { search_engine: 'google', results_cnt: 1000 } }

const brightdata: Format = {
  name: 'brightdata',
  pageIndex: (call) => Number(new URL(JSON.parse(call.body).url).searchParams.get('start')) / 10,
  page: (listed) => ({ ...general, organic: linked(listed) }),
  empty: () => general,
  withheld: () => ({ ...general, top_ads: ads }),
  broken: () => ({ ...general, organic: 'none' }),
  crowded: (listed) => ({ ...brightdata.page(listed), top_ads: ads, snack_pack: places, people_also_ask: [question] }),
}

const parsed = (results: object) => ({
  results: [{ content: { page: 1, results, parse_status_code: 12_000 }, status_code: 200 }],
})
const items = (listed: Listed[]) =>
  listed.map(({ url, title }, i) => ({ pos: i + 1, pos_overall: i + 2, url, title: title ?? 'A title' }))

const oxylabs: Format = {
  name: 'oxylabs',
  pageIndex: (call) => JSON.parse(call.body).start_page - 1,
  page: (listed) => parsed({ organic: items(listed), paid: [] }),
  empty: () => parsed({ organic: [], search_information: { no_results_for_original_query_found: true } }),
  withheld: () => parsed({ organic: [], search_information: { no_results_for_original_query_found: false } }),
  broken: () => parsed({ organic: 'none' }),
  crowded: (listed) =>
    parsed({ organic: items(listed), paid: ads, local_pack: places, related_questions: { items: [question] } }),
}

export const moreFormats = [searchapi, hasdata, spaceserp, serply, brightdata, oxylabs]
