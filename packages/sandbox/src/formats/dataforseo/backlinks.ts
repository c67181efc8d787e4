import { Router } from 'express'
import { z } from 'zod'
import type { WorldState } from '../../state/world-state.ts'
import { authorityOf, createLinks, type WorldLink } from '../../world/links.ts'
import { type Answer, jsonBody, send } from '../provider.ts'
import { codes, envelope, invalidField, task } from './envelope.ts'

const path = 'v3/backlinks/backlinks/live'
const backlinksTask = z.looseObject({
  target: z.string().regex(/^(?!www\.)[^\s/:]+\.[^\s/:]+$/),
  mode: z.enum(['as_is', 'one_per_domain', 'one_per_anchor']).default('as_is'),
  backlinks_status_type: z.enum(['all', 'live', 'lost']).default('live'),
  rank_scale: z.enum(['one_hundred', 'one_thousand']).default('one_thousand'),
  limit: z.int().min(1).max(1_000).default(100),
  search_after_token: z.string().optional(),
})
type Asked = z.output<typeof backlinksTask>

export function backlinkRoutes(world: WorldState, newId: () => string): Router {
  const routes = Router()
  const linksTo = createLinks(world)
  routes.post(`/${path}`, (req, res) => send(res, answer(jsonBody(req), newId(), linksTo, world.day())))
  return routes
}

function answer(body: unknown, id: string, linksTo: (domain: string) => WorldLink[], day: string): Answer {
  if (!Array.isArray(body) || body.length === 0) return envelope(codes.noPost, null)
  if (body.length > 1) return envelope(codes.oneTaskOnly, null)
  const given: unknown = body[0]
  const head = { id, path: path.split('/'), data: Object(given) }
  const parsed = backlinksTask.safeParse(given)
  if (!parsed.success)
    return envelope(codes.ok, [
      task({ ...head, code: invalidField(String(parsed.error.issues[0]?.path[0] ?? 'target')) }),
    ])
  const result = resultOf(parsed.data, linksTo(parsed.data.target), day)
  const cost = Number((0.024 + result.items_count * 0.000036).toFixed(6))
  return envelope(codes.ok, [task({ ...head, code: codes.ok, cost, result: [result] })])
}

function resultOf(asked: Asked, links: WorldLink[], day: string) {
  const wanted = asked.backlinks_status_type
  const all = links.filter(({ isLost }) => wanted === 'all' || isLost === (wanted === 'lost'))
  const from = Number(asked.search_after_token ?? 0)
  const items = all.slice(from, from + asked.limit).map((link) => itemOf(link, asked, day))
  const next = from + items.length
  return {
    target: asked.target,
    mode: asked.mode,
    total_count: all.length,
    items_count: items.length,
    items: items.length === 0 ? null : items,
    search_after_token: next < all.length ? String(next) : null,
  }
}

function itemOf(link: WorldLink, { target, rank_scale }: Asked, day: string) {
  const rank = authorityOf(link.hostFrom) * (rank_scale === 'one_hundred' ? 1 : 10)
  return {
    type: 'backlink',
    domain_from: link.hostFrom,
    url_from: link.urlFrom,
    domain_to: target,
    url_to: link.urlTo,
    is_new: link.firstSeen >= day,
    is_lost: link.isLost,
    backlink_spam_score: link.spamScore,
    domain_from_rank: rank,
    page_from_title: link.title,
    page_from_status_code: 200,
    first_seen: `${link.firstSeen} 00:00:00 +00:00`,
    prev_seen: null,
    last_seen: `${link.lastSeen} 00:00:00 +00:00`,
    attributes: link.rel.length === 0 ? null : link.rel,
    dofollow: !link.rel.includes('nofollow'),
    anchor: link.anchor,
    links_count: 1,
    page_from_external_links: link.linksOnPage,
    is_broken: link.isBroken,
  }
}
