import type { Results } from '../../world/results-page.ts'
import { displayedLink } from '../provider.ts'
import type { SerpTask } from './serp-task.ts'

type Item = { type: string; position?: 'left' | 'right'; [field: string]: unknown }

function paid(results: Results): Item[] {
  return results.ads.map((ad) => ({
    type: 'paid',
    title: ad.title,
    domain: ad.host,
    url: ad.url,
    breadcrumb: displayedLink(ad.url),
    description: ad.description,
  }))
}

function localPack(results: Results): Item[] {
  return results.places.map((place) => ({
    type: 'local_pack',
    title: place.title,
    description: place.address,
    domain: new URL(place.url).hostname,
    url: place.url,
    phone: place.phone,
    is_paid: false,
    rating: { rating_type: 'Max5', value: place.rating, votes_count: place.reviews, rating_max: 5 },
  }))
}

function peopleAlsoAsk(results: Results): Item[] {
  if (results.questions.length === 0) return []
  const items = results.questions.map((item) => ({
    type: 'people_also_ask_element',
    title: item.question,
    seed_question: null,
    expanded_element: [
      {
        type: 'people_also_ask_expanded_element',
        featured_title: null,
        url: item.url,
        domain: new URL(item.url).hostname,
        title: item.title,
        description: item.answer,
      },
    ],
  }))
  return [{ type: 'people_also_ask', items }]
}

function knowledgeGraph({ knowledge }: Results): Item[] {
  if (knowledge === null) return []
  const { title, type, description, url } = knowledge
  return [{ type: 'knowledge_graph', position: 'right', title, sub_title: type, description, url }]
}

function featuredSnippet({ snippet }: Results): Item[] {
  if (snippet === null) return []
  const { text: description, title, url } = snippet
  return [
    {
      type: 'featured_snippet',
      domain: new URL(url).hostname,
      title,
      featured_title: null,
      description,
      url,
      table: null,
    },
  ]
}

function aiOverview({ overview }: Results): Item[] {
  if (overview === null) return []
  const references = overview.citations.map(({ title, url }) => {
    return { type: 'ai_overview_reference', source: title, domain: new URL(url).hostname, url, title, text: null }
  })
  const part = { type: 'ai_overview_element', title: null, text: overview.text, links: null, references: null }
  return [{ type: 'ai_overview', asynchronous_ai_overview: false, markdown: overview.text, items: [part], references }]
}

function video({ videos }: Results): Item[] {
  if (videos.length === 0) return []
  const items = videos.map(({ title, url }) => ({
    type: 'video_element',
    source: 'YouTube',
    title,
    url,
    timestamp: null,
  }))
  return [{ type: 'video', title: 'Videos', items }]
}

function relatedSearches({ related }: Results): Item[] {
  return related.length === 0 ? [] : [{ type: 'related_searches', items: related }]
}

function organic(results: Results, depth: number): Item[] {
  return results.organic.slice(0, depth).map((item) => ({
    type: 'organic',
    domain: item.host,
    title: item.title,
    url: item.url,
    breadcrumb: displayedLink(item.shown ?? item.url),
    website_name: null,
    description: item.snippet,
    is_featured_snippet: false,
    links: null,
    highlighted: null,
    rating: null,
    timestamp: null,
  }))
}

/** `rank_group` counts within a type, `rank_absolute` over all. */
function ranked(items: Item[]) {
  const groups = new Map<string, number>()
  return items.map(({ type, position = 'left', ...rest }, index) => {
    const rank_group = (groups.get(type) ?? 0) + 1
    groups.set(type, rank_group)
    return {
      type,
      rank_group,
      rank_absolute: index + 1,
      position,
      xpath: `/html[1]/body[1]/div[${index + 1}]`,
      ...rest,
    }
  })
}

function elements(results: Results, depth: number) {
  const found = organic(results, depth)
  const answers = [...aiOverview(results), ...featuredSnippet(results)]
  const above = [...paid(results), ...answers, ...localPack(results), ...found.slice(0, 3), ...peopleAlsoAsk(results)]
  return ranked([
    ...above,
    ...found.slice(3, 9),
    ...video(results),
    ...found.slice(9),
    ...knowledgeGraph(results),
    ...relatedSearches(results),
  ])
}

function stamp(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' +00:00')
}

export function taskResult(asked: SerpTask, results: Results, at: Date): unknown[] | null {
  const items = elements(results, asked.depth)
  if (results.organic.length === 0 && !results.isWithheld) return null
  const search = new URLSearchParams({
    q: asked.keyword,
    num: '100',
    hl: asked.language_code,
    gl: results.query.country.toUpperCase(),
  })
  return [
    {
      keyword: asked.keyword,
      type: 'organic',
      se_domain: 'google.com',
      location_code: asked.location_code ?? null,
      language_code: asked.language_code,
      check_url: `https://www.google.com/search?${search}`,
      datetime: stamp(at),
      spell: results.shownFor ? { keyword: results.shownFor, type: 'showing_results_for' } : null,
      item_types: [...new Set(items.map((item) => item.type))],
      se_results_count: results.estimatedTotal,
      pages_count: Math.max(1, Math.ceil(Math.min(asked.depth, results.organic.length) / 10)),
      items_count: items.length,
      items: items.length > 0 ? items : null,
    },
  ]
}
