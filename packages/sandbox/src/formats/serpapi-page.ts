import type { Request } from 'express'
import { hash } from '../world/seed.ts'
import type { ResultsPage } from '../world/world.ts'
import { displayedLink, ownAddress, param } from './provider.ts'

export const pageSize = 10
const noResults = "Google hasn't returned any results for this query."

function parameters(req: Request) {
  const names = ['q', 'location', 'hl', 'gl', 'device', 'start', 'num'] as const
  const given = names.map((name) => [name, param(req, name)] as const).filter(([, value]) => value !== undefined)
  return { engine: 'google', google_domain: 'google.com', device: 'desktop', ...Object.fromEntries(given) }
}

function metadata(req: Request, page: ResultsPage, now: Date) {
  const id = hash(page.query.phrase, page.query.country, page.day, page.start).toString(16).padStart(24, '0')
  const at = now
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
  const search = new URLSearchParams({ q: page.query.phrase, hl: page.query.language, gl: page.query.country })
  return {
    id,
    status: 'Success',
    json_endpoint: `${ownAddress(req)}/searches/${id}.json`,
    created_at: at,
    processed_at: at,
    google_url: `https://www.google.com/search?${search}&start=${page.start}`,
    total_time_taken: 1.11,
  }
}

function pagination(req: Request, page: ResultsPage) {
  const current = Math.floor(page.start / pageSize) + 1
  if (!page.hasNext) return { pagination: { current }, serpapi_pagination: { current } }
  const query = new URLSearchParams({ ...parameters(req), start: String(page.start + pageSize) })
  const next = `${ownAddress(req)}/search.json?${query}`
  return {
    pagination: { current, next: `https://www.google.com/search?${query}` },
    serpapi_pagination: { current, next_link: next, next },
  }
}

function ads({ ads }: ResultsPage) {
  return ads.map((ad, i) => {
    const { title, url: link, host: displayed_link, description } = ad
    return { position: i + 1, block_position: 'top', title, link, displayed_link, description }
  })
}

function places({ places }: ResultsPage) {
  return places.map((place, i) => {
    const { title, rating, reviews, address, phone, url: website } = place
    return { position: i + 1, title, rating, reviews, address, phone, links: { website } }
  })
}

function questions({ questions }: ResultsPage) {
  return questions.map(({ question, answer: snippet, title, url: link }) => {
    return { question, snippet, title, link, displayed_link: displayedLink(link) }
  })
}

function knowledgeGraph({ knowledge }: ResultsPage) {
  if (knowledge === null) return {}
  const { title, type, description, url: link } = knowledge
  return { knowledge_graph: { title, type, description, source: { name: 'Wikipedia', link } } }
}

function relatedSearches({ related }: ResultsPage) {
  return related.map((query) => ({ query, link: `https://www.google.com/search?${new URLSearchParams({ q: query })}` }))
}

function answerBox({ snippet }: ResultsPage) {
  if (snippet === null) return {}
  const { text, title, url: link } = snippet
  return { answer_box: { type: 'organic_result', title, link, displayed_link: displayedLink(link), snippet: text } }
}

function aiOverview({ overview }: ResultsPage) {
  if (overview === null) return {}
  const references = overview.citations.map(({ title, url: link }, index) => ({ title, link, source: title, index }))
  const reference_indexes = references.map(({ index }) => index)
  return {
    ai_overview: { text_blocks: [{ type: 'paragraph', snippet: overview.text, reference_indexes }], references },
  }
}

function videos({ videos }: ResultsPage) {
  if (videos.length === 0) return {}
  return {
    inline_videos: videos.map(({ title, url: link }, i) => ({ position: i + 1, title, link, platform: 'YouTube' })),
  }
}

function beside(page: ResultsPage) {
  return {
    ...(page.ads.length > 0 && { ads: ads(page) }),
    ...(page.places.length > 0 && { local_results: { places: places(page) } }),
    ...knowledgeGraph(page),
    ...answerBox(page),
    ...aiOverview(page),
    ...videos(page),
    ...(page.questions.length > 0 && { related_questions: questions(page) }),
    ...(page.related.length > 0 && { related_searches: relatedSearches(page) }),
  }
}

function spellingOf({ shownFor }: ResultsPage) {
  if (shownFor === undefined) return { organic_results_state: 'Results for exact spelling' }
  const organic_results_state = 'Some results for exact spelling but showing fixed spelling'
  return { organic_results_state, spelling_fix: shownFor, showing_results_for: shownFor }
}

/** Without organic results `error` tells so. */
export function pageBody(req: Request, page: ResultsPage, now: Date) {
  const head = { search_metadata: metadata(req, page, now), search_parameters: parameters(req) }
  const shown = { query_displayed: param(req, 'q') }
  if (page.isWithheld) return { ...head, search_information: shown, ...beside(page) }
  if (page.organic.length === 0) {
    const search_information = { organic_results_state: 'Fully empty', ...shown }
    return { ...head, search_information, ...beside({ ...page, related: [] }), error: noResults }
  }
  const information = {
    ...spellingOf(page),
    ...shown,
    total_results: page.estimatedTotal,
  }
  return {
    ...head,
    search_information: { ...information, time_taken_displayed: 0.48 },
    ...beside(page),
    organic_results: page.organic.map((item, i) => ({
      position: i + 1,
      title: item.title,
      link: item.url,
      displayed_link: displayedLink(item.shown ?? item.url),
      snippet: item.snippet,
      source: item.host,
    })),
    ...pagination(req, page),
  }
}
