/** A path of a rule, split at its wildcards. Its length decides which rule wins. */
type PathRule = { allows: boolean; parts: string[]; isToEnd: boolean; length: number }
/** Crawlers that share rules. A delay is for those named before it: it does not end the list of names. */
type Group = { agents: string[]; rules: PathRule[]; delays: Map<string, number> }

/** A robots.txt: groups of rules, the sitemaps it names, and the lines that say nothing (counted from 1). */
export type Robots = { groups: Group[]; sitemaps: string[]; badLines: number[] }

/** What a robots.txt asks of one crawler. */
export type RobotsRules = { isAllowed(url: string): boolean; crawlDelaySeconds: number | null }

/** Longer lines are cut, as the big crawlers do. */
const maxLineLength = 2_083 * 8
const otherFields = ['noindex', 'host', 'clean-param', 'request-rate', 'visit-time', 'content-signal']

/** Reads a robots.txt by RFC 9309, with the misspelt fields that the big crawlers accept. Never throws. */
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
      // User agents that follow each other share the rules after them.
      if (!isNaming || !group) {
        group = { agents: [], rules: [], delays: new Map() }
        robots.groups.push(group)
      }
      group.agents.push(/^\*(\s|$)/.test(value) ? '*' : productToken(value))
      isNaming = true
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
      if (group && value !== '') group.rules.push(...pathRules(value, field === 'allow'))
    } else if (field === 'crawl-delay') {
      const seconds = Number(value)
      if (value !== '' && seconds >= 0) for (const agent of group?.agents ?? []) group?.delays.set(agent, seconds)
    } else if (field === 'sitemap') robots.sitemaps.push(value)
    else if (field !== '' && !otherFields.includes(field)) robots.badLines.push(i + 1)
  }
  return robots
}

/** The rules for a crawler: all groups that name it, else those for everybody, else none. */
export function rulesFor({ groups }: Robots, userAgent: string): RobotsRules {
  const token = agentToken(userAgent)
  const isNamed = token !== '' && groups.some(({ agents }) => agents.includes(token))
  const name = isNamed ? token : '*'
  const chosen = groups.filter(({ agents }) => agents.includes(name))
  const rules = chosen.flatMap((group) => group.rules)
  const delays = chosen.flatMap((group) => group.delays.get(name) ?? [])
  return {
    isAllowed: (url) => allows(rules, targetOf(url)),
    crawlDelaySeconds: delays.length > 0 ? Math.max(...delays) : null,
  }
}

/** Whether a robots.txt lets a crawler fetch an address. */
export function isAllowed(robotsTxt: string, userAgent: string, url: string): boolean {
  return rulesFor(parseRobots(robotsTxt), userAgent).isAllowed(url)
}

/** The longest matching rule wins; of two equally long ones the one that allows. */
function allows(rules: readonly PathRule[], target: string): boolean {
  if (target === '/robots.txt') return true
  let best: PathRule | null = null
  for (const rule of rules) {
    const isBetter = !best || rule.length > best.length || (rule.length === best.length && rule.allows)
    if (isBetter && matches(rule, target)) best = rule
  }
  return best?.allows ?? true
}

/** Leftmost matches of the parts are enough, so no pattern makes this slow. */
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

/** A rule that allows a folder's index.html allows the folder, as at Google. */
function pathRules(value: string, allowsIt: boolean): PathRule[] {
  const folder = allowsIt ? /^(.*\/)index\.html?$/.exec(value)?.[1] : undefined
  const rules = [pathRule(value, allowsIt)]
  return folder === undefined ? rules : [...rules, pathRule(`${folder}$`, allowsIt)]
}

function pathRule(value: string, allowsIt: boolean): PathRule {
  const path = comparable(value)
  const isToEnd = path.endsWith('$')
  return { allows: allowsIt, parts: (isToEnd ? path.slice(0, -1) : path).split('*'), isToEnd, length: path.length }
}

/** Path and query of an address, in the form in which rules are compared. */
function targetOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? comparable(parsed.pathname + parsed.search) : '/'
}

/** Percent-encodes what is not ASCII and decodes what need not be encoded, so that one address has one form. */
function comparable(path: string): string {
  const ascii = path.replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
  return ascii.replace(/%[\da-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /[a-z\d._~-]/i.test(character) ? character : code.toUpperCase()
  })
}

/** Field and value of a line; a missing colon between two words is forgiven. */
function fieldOf(line: string): [field: string, value: string] {
  const text = line.replace(/#.*$/, '').trim()
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

/** The product of a user agent, without version and comment. One with a space in it names no product. */
function agentToken(userAgent: string): string {
  const product = userAgent.split('/')[0]?.trim() ?? ''
  return product.includes(' ') ? '' : productToken(product)
}
