import { dayMs } from '@rts/shared/clock'
import type { WorldState } from '../state/world-state.ts'
import { hash, pick, unit } from './seed.ts'
import { createStandings, type Found } from './standings.ts'
import { bigHosts, inventedHosts } from './vocabulary.ts'

export type WorldLink = {
  urlFrom: string
  hostFrom: string
  urlTo: string
  anchor: string
  title: string
  rel: string[]
  firstSeen: string
  lastSeen: string
  isLost: boolean
  isBroken: boolean
  spamScore: number
  linksOnPage: number
}

/** Its pages can be fetched: they show the listed links, or no longer do. */
export const newsHost = 'news.sandbox.example'
const strangers = ['win-big-casino.example', 'cheap-pills.example', 'seo-links-4u.example'] as const
const maxLinks = 400

/** 0 to 100: big sites, invented ones, then strangers. */
export function authorityOf(host: string): number {
  const bare = host.replace(/^www\./, '')
  if (bigHosts.some((big) => big.replace(/^www\./, '') === bare)) return 70 + (hash(bare, 'authority') % 30)
  if (strangers.some((each) => each === bare)) return hash(bare, 'authority') % 8
  return 10 + (hash(bare, 'authority') % 50)
}

type LinksTo = (domain: string) => WorldLink[]
const made = new WeakMap<WorldState, LinksTo>()

/** On the world's day: sites that rank for much have many links. All formats share them. */
export function createLinks(world: WorldState): LinksTo {
  const known = made.get(world) ?? keptLinks(world)
  made.set(world, known)
  return known
}

function keptLinks(world: WorldState): LinksTo {
  const standings = createStandings(world)
  let kept = new Map<string, WorldLink[]>()
  let of: unknown = null
  let day = ''
  return (domain) => {
    if (of !== world.current() || day !== world.day()) kept = new Map()
    of = world.current()
    day = world.day()
    const links = kept.get(domain) ?? linksOf(domain, standings(domain, { country: 'us', language: 'en' }), day)
    kept.set(domain, links)
    return links
  }
}

function linksOf(domain: string, found: readonly Found[], day: string): WorldLink[] {
  const count = Math.min(maxLinks, 2 + (hash(domain, 'links') % 4) + found.length * 3)
  const today = Math.floor(Date.parse(day) / dayMs)
  const links = Array.from({ length: count }, (_, i) => linkOf(domain, found, i, today))
  return [...new Map(links.flatMap((link) => (link ? [[link.urlFrom, link]] : []))).values()]
}

function hostAt(domain: string, i: number): string {
  if (i < 2) return newsHost
  const chance = unit(domain, i, 'from')
  if (chance < 0.08) return pick(strangers, domain, i)
  const hosts = chance < 0.15 ? bigHosts : inventedHosts
  return new URL(`https://${hosts[hash(domain, i, 'host') % hosts.length] ?? newsHost}`).hostname
}

function linkOf(domain: string, found: readonly Found[], i: number, today: number): WorldLink | null {
  const hostFrom = hostAt(domain, i)
  const about = found[hash(domain, i, 'about') % Math.max(1, found.length)]
  // Some begin after the world's first day: there are always new ones.
  const firstDay = 20_400 + (hash(domain, i, 'first') % 500)
  const lostDay =
    unit(domain, i, 'lost') < 0.15 ? firstDay + 30 + (hash(domain, i, 'end') % 400) : Number.POSITIVE_INFINITY
  if (firstDay > today) return null
  const isLost = hostFrom === newsHost ? i === 1 : lostDay <= today
  const words = about?.phrase ?? domain
  const isStranger = strangers.some((each) => each === hostFrom)
  return {
    urlFrom: hostFrom === newsHost ? `https://${newsHost}/${i}/${domain}` : `https://${hostFrom}/${slug(words)}-${i}`,
    hostFrom,
    urlTo: about?.url ?? `https://${domain}/`,
    anchor: pick([words, domain, 'this site', `${words} guide`], domain, i, 'anchor'),
    title: `About ${words}`,
    rel: hostFrom !== newsHost && unit(domain, i, 'rel') < 0.25 ? ['nofollow'] : [],
    firstSeen: dayAt(firstDay),
    lastSeen: dayAt(isLost ? Math.min(lostDay, today) : today),
    isLost,
    isBroken: unit(domain, i, 'broken') < 0.05,
    spamScore: isStranger ? 60 + (hash(domain, i, 'spam') % 40) : hash(hostFrom, 'spam') % 45,
    linksOnPage: isStranger ? 150 + (hash(domain, i) % 300) : 5 + (hash(domain, i) % 60),
  }
}

function slug(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

function dayAt(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
