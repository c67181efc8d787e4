import { Router } from 'express'
import type { WorldState } from '../../state/world-state.ts'
import { type Demand, demandFor } from '../../world/demand.ts'
import { ideasFor } from '../../world/phrases.ts'
import { createStandings, type Found } from '../../world/standings.ts'
import { refusedByPlanner } from '../google-ads.ts'
import { type Answer, jsonBody, send } from '../provider.ts'
import { codes, envelope, invalidField, task } from './envelope.ts'
import { type AskedLabs, readLabsTask, type Subject } from './labs-task.ts'

type Endpoint = {
  path: string
  subject: Subject
  costUsd(rows: number): number
  result(asked: AskedLabs): unknown[]
  /** One such phrase fails the whole task. */
  refuses?(phrase: string): boolean
}

const labs = 'v3/dataforseo_labs/google'
/** As charged in October 2026. */
const labsCost = (rows: number) => 0.012 + rows * 0.00012
/** Percent of searchers, roughly: the provider's curve is not published. */
const clicks = (position: number) => 30 / position ** 1.2

/** Labs and Keywords Data; the world's results pages decide which sites rank. */
export function labsRoutes(world: WorldState, newId: () => string): Router {
  const routes = Router()
  for (const endpoint of endpointsOf(world))
    routes.post(`/${endpoint.path}`, (req, res) => send(res, answer(endpoint, jsonBody(req), newId())))
  return routes
}

function answer(
  { path, subject, costUsd, result, refuses = () => false }: Endpoint,
  body: unknown,
  id: string,
): Answer {
  if (!Array.isArray(body) || body.length === 0) return envelope(codes.noPost, null)
  if (body.length > 1) return envelope(codes.oneTaskOnly, null)
  const given: unknown = body[0]
  const head = { id, path: path.split('/'), data: Object(given) }
  const read = readLabsTask(given, subject)
  if ('badField' in read) return envelope(codes.ok, [task({ ...head, code: invalidField(read.badField) })])
  if (read.phrases.some(refuses)) return envelope(codes.ok, [task({ ...head, code: invalidField(subject) })])
  const rows = result(read)
  const cost = Number(costUsd(rowsIn(rows)).toFixed(6))
  return envelope(codes.ok, [task({ ...head, code: codes.ok, cost, result: rows })])
}

function rowsIn(result: unknown[]): number {
  return result.reduce<number>((sum, each) => sum + Number(Object(each).items_count ?? 1), 0)
}

function endpointsOf(world: WorldState): Endpoint[] {
  const standings = createStandings(world)
  const found = ({ asked: { target = '' }, country, language }: AskedLabs) => standings(target, { country, language })
  const keywordData = (phrase: string, { asked, country }: AskedLabs) =>
    keywordDataOf(phrase, demandFor(phrase, country, world.day()), asked)
  const ideas = (asked: AskedLabs) => {
    const phrases = ideasFor(asked.phrases, 1_000)
    return listed(asked, phrases, (phrase) => ({ se_type: 'google', ...keywordData(phrase, asked) }))
  }
  return [
    { path: `${labs}/keyword_ideas/live`, subject: 'keywords', costUsd: labsCost, result: ideas },
    { path: `${labs}/keyword_suggestions/live`, subject: 'keyword', costUsd: labsCost, result: ideas },
    {
      path: `${labs}/ranked_keywords/live`,
      subject: 'target',
      costUsd: labsCost,
      result: (asked) =>
        listed(asked, found(asked), (one) => rankedOf(one, keywordData(one.phrase, asked), asked.country, world.day())),
    },
    {
      path: `${labs}/domain_rank_overview/live`,
      subject: 'target',
      costUsd: labsCost,
      result: (asked) => listed(asked, [found(asked)], (all) => overviewOf(all, asked.country, world.day())),
    },
    {
      path: 'v3/keywords_data/google_ads/search_volume/live',
      subject: 'keywords',
      costUsd: () => 0.09,
      refuses: refusedByPlanner,
      result: (asked) => asked.phrases.map((phrase) => volumeOf(phrase, demandFor(phrase, asked.country, world.day()))),
    },
  ]
}

function listed<T>({ asked }: AskedLabs, all: readonly T[], item: (one: T) => unknown): unknown[] {
  const items = all.slice(asked.offset, asked.offset + asked.limit).map(item)
  const { location_code = null, language_code, target, keywords } = asked
  const head = {
    se_type: 'google',
    location_code,
    language_code,
    ...(target ? { target } : { seed_keywords: keywords }),
  }
  return [{ ...head, total_count: all.length, items_count: items.length, items: items.length === 0 ? null : items }]
}

function keywordDataOf(phrase: string, demand: Demand, { location_code, language_code }: AskedLabs['asked']) {
  const monthly_searches = demand.months.map(({ year, month, volume }) => ({ year, month, search_volume: volume }))
  return {
    keyword: phrase,
    location_code,
    language_code,
    keyword_info: {
      se_type: 'google',
      competition: demand.competition,
      competition_level: levelOf(demand.competition),
      cpc: demand.cpc,
      search_volume: demand.volume,
      low_top_of_page_bid: demand.lowBid,
      high_top_of_page_bid: demand.highBid,
      monthly_searches,
    },
    keyword_properties: { se_type: 'google', core_keyword: null, keyword_difficulty: demand.difficulty },
    search_intent_info: { se_type: 'google', main_intent: demand.intent, foreign_intent: null },
  }
}

function levelOf(competition: number): 'LOW' | 'MEDIUM' | 'HIGH' {
  if (competition < 0.34) return 'LOW'
  return competition < 0.67 ? 'MEDIUM' : 'HIGH'
}

function trafficOf({ phrase, position }: Found, country: string, day: string): number {
  return (demandFor(phrase, country, day).volume * clicks(position)) / 100
}

function rankedOf(found: Found, keyword_data: object, country: string, day: string) {
  const { position, url } = found
  const etv = trafficOf(found, country, day)
  const serp_item = { type: 'organic', rank_group: position, rank_absolute: position + 2, url, etv }
  return { se_type: 'google', keyword_data, ranked_serp_element: { se_type: 'google', is_lost: false, serp_item } }
}

function overviewOf(all: readonly Found[], country: string, day: string) {
  const within = (from: number, to: number) => all.filter(({ position }) => position >= from && position <= to).length
  const tens = [11, 21, 31, 41, 51, 61, 71, 81, 91].map((from) => [`pos_${from}_${from + 9}`, within(from, from + 9)])
  const cost = ({ phrase }: Found) => demandFor(phrase, country, day).cpc
  const organic = {
    pos_1: within(1, 1),
    pos_2_3: within(2, 3),
    pos_4_10: within(4, 10),
    ...Object.fromEntries(tens),
    etv: all.reduce((sum, each) => sum + trafficOf(each, country, day), 0),
    count: all.length,
    estimated_paid_traffic_cost: all.reduce((sum, each) => sum + trafficOf(each, country, day) * cost(each), 0),
  }
  return { se_type: 'google', metrics: { organic, paid: null } }
}

function volumeOf(phrase: string, demand: Demand) {
  return {
    keyword: phrase,
    spell: null,
    search_partners: false,
    competition: levelOf(demand.competition),
    competition_index: Math.round(demand.competition * 100),
    search_volume: demand.volume,
    low_top_of_page_bid: demand.lowBid,
    high_top_of_page_bid: demand.highBid,
    cpc: demand.cpc,
    monthly_searches: demand.months.map(({ year, month, volume }) => ({ year, month, search_volume: volume })),
  }
}
