type Rule = { allows: boolean; path: string }
/** A path split at wildcards; `longest`: longest part after the first. */
type PathRule = { allows: boolean; path: string; parts: string[]; longest: number; isToEnd: boolean }
/** Crawlers that share rules. A delay applies to the first `named` ones and does not end the list. */
type Group = { agents: string[]; rules: Rule[]; delays: { seconds: number; named: number }[] }

/** `badLines`: ignored lines, from 1. */
export type Robots = { groups: Group[]; sitemaps: string[]; badLines: number[] }

export type RobotsRules = {
  isAllowed(url: string): boolean
  isSpent(): boolean
  crawlDelaySeconds: number | null
}

/** The big crawlers cut lines here. */
const maxLineLength = 2_083 * 8
/** Distinct rules per crawler. */
const maxRules = 1_000
/** Wildcard search budget; a hundred rules and 60,000 addresses cost less. */
const maxCost = 1_000_000_000
const otherFields = ['noindex', 'host', 'clean-param', 'request-rate', 'visit-time', 'content-signal']

/** Parses by RFC 9309, with the misspelt fields big crawlers accept. Never throws. */
export function parseRobots(text: string): Robots {
  const robots: Robots = { groups: [], sitemaps: [], badLines: [] }
  let group: Group | null = null
  let isNaming = false
  for (const [i, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [field, value] = fieldOf(line.slice(0, maxLineLength))
    if (field === 'user-agent') {
      // Consecutive user agents share the rules after them.
      if (!isNaming || !group) {
        group = { agents: [], rules: [], delays: [] }
        robots.groups.push(group)
      }
      group.agents.push(/^\*(\s|$)/.test(value) ? '*' : productToken(value))
      isNaming = true
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      if (group && value !== '') group.rules.push({ allows: field === 'allow', path: value })
    } else if (field === 'crawl-delay') {
      const seconds = Number(value)
      if (value !== '' && seconds >= 0) group?.delays.push({ seconds, named: group.agents.length })
    } else if (field === 'sitemap') robots.sitemaps.push(value)
    else if (field !== '' && !otherFields.includes(field)) robots.badLines.push(i + 1)
  }
  return robots
}

/** All groups naming the crawler, else those for everybody, else none. */
export function rulesFor({ groups }: Robots, userAgent: string, max = maxCost): RobotsRules {
  const token = agentToken(userAgent)
  const isNamed = token !== '' && groups.some(({ agents }) => agents.includes(token))
  const name = isNamed ? token : '*'
  const chosen = groups.filter(({ agents }) => agents.includes(name))
  const rules = pathRules(chosen)
  const delays = chosen.flatMap((group) => delayOf(group, name) ?? [])
  let cost = 0
  return {
    isAllowed: (url) => {
      const target = targetOf(url)
      if (target === '/robots.txt') return true
      if (cost > max) return false
      const rule = rules.find((each) => {
        cost += costOf(each, target)
        return matches(each, target)
      })
      return rule?.allows ?? true
    },
    isSpent: () => cost > max,
    crawlDelaySeconds: delays.length > 0 ? Math.max(...delays) : null,
  }
}

function delayOf({ agents, delays }: Group, name: string): number | undefined {
  const at = agents.indexOf(name)
  return delays.findLast(({ named }) => named > at)?.seconds
}

export function isAllowed(robotsTxt: string, userAgent: string, url: string): boolean {
  return rulesFor(parseRobots(robotsTxt), userAgent).isAllowed(url)
}

/** Leftmost matches suffice, which keeps every pattern fast. */
function matches({ parts, isToEnd }: PathRule, target: string): boolean {
  const [first = '', ...rest] = parts
  if (!target.startsWith(first)) return false
  let at = first.length
  const last = isToEnd ? rest.pop() : undefined
  for (const part of rest) {
    const found = target.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isToEnd) return true
  return last === undefined ? at === target.length : target.length - last.length >= at && target.endsWith(last)
}

function costOf({ parts, longest }: PathRule, target: string): number {
  return parts.length > 1 && target.startsWith(parts[0] ?? '') ? target.length * (1 + longest / 16) : 0
}

/** Distinct rules; the longest wins, on a tie the allowing one. */
function pathRules(groups: readonly Group[]): PathRule[] {
  const rules = new Map<string, PathRule>()
  for (const { allows, path } of groups.flatMap((group) => group.rules)) {
    for (const each of [path, ...folderOf(path, allows)]) {
      const rule = pathRule(each, allows)
      rules.set(`${allows} ${rule.path}`, rule)
    }
    if (rules.size >= maxRules) break
  }
  return [...rules.values()].sort((a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows))
}

/** Allowing index.html allows its folder, as at Google. */
function folderOf(path: string, allows: boolean): string[] {
  const [, folder] = (allows && /^(.*\/)index\.html?$/.exec(path)) || []
  return folder === undefined ? [] : [`${folder}$`]
}

function pathRule(value: string, allows: boolean): PathRule {
  const path = comparable(value)
  const isToEnd = path.endsWith('$')
  const parts = (isToEnd ? path.slice(0, -1) : path).split('*')
  const wanted = parts.filter((part, i) => part !== '' || i === 0 || i === parts.length - 1)
  const longest = wanted.slice(1).reduce((max, part) => Math.max(max, part.length), 0)
  return { allows, path, parts: wanted, longest, isToEnd }
}

function targetOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? comparable(parsed.pathname + parsed.search) : '/'
}

/** One form per address: encodes non-ASCII, decodes needless escapes. */
function comparable(path: string): string {
  const ascii = path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
  return ascii.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[a-z\d._~-]/i.test(character) ? character : code.toUpperCase()
  })
}

/** Accepts a missing colon between two words. */
function fieldOf(line: string): [field: string, value: string] {
  const hash = line.indexOf('#')
  const text = (hash < 0 ? line : line.slice(0, hash)).trim()
  const colon = text.indexOf(':')
  const [, field = text, value = ''] = colon < 0 ? (/^(\S+)\s+(\S+)$/.exec(text) ?? []) : []
  if (colon < 0) return [spelt(field.toLowerCase()), value]
  return [spelt(text.slice(0, colon).trimEnd().toLowerCase()), text.slice(colon + 1).trimStart()]
}

function spelt(field: string): string {
  if (/^(user-?agent|user agent)$/.test(field)) return 'user-agent'
  if (/^(dissallow|dissalow|disalow|diasllow|disallaw)$/.test(field)) return 'disallow'
  return /^site-?map$/.test(field) ? 'sitemap' : field
}

function productToken(text: string): string {
  return /^[a-z_-]*/i.exec(text)?.[0].toLowerCase() ?? ''
}

/** Product without version and comment; names with spaces are none. */
function agentToken(userAgent: string): string {
  const product = userAgent.split('/')[0]?.trim() ?? ''
  return product.includes(' ') ? '' : productToken(product)
}
