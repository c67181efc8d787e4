import { catalogue } from './catalogue.ts'
import type { Finding, Severity } from './rules/rule.ts'
import { isBroken, type Site } from './rules/site.ts'
import { type Counted, healthOf, type Scored, scoreOf } from './score.ts'

/** The result of a crawl; issues refer to addresses by index. */
export type AuditReport = {
  crawlId: string
  score: number | null
  health: number | null
  pagesDone: number
  pagesKnown: number
  urls: string[]
  issues: { code: string; firstSeen: string; isNew: boolean; at: number[]; details: (string | null)[] }[]
  /** Issues fixed since the last crawl. */
  gone: { code: string; count: number; firstSeen: string }[]
  /** First day of each issue, including those an interrupted crawl missed. */
  seen: Record<string, string>
}

export type Crawled = Pick<AuditReport, 'crawlId' | 'pagesDone' | 'pagesKnown'> & { at: Date; isComplete: boolean }

export function reportOf(
  site: Site,
  found: ReadonlyMap<string, readonly Finding[]>,
  { at, isComplete, ...crawl }: Crawled,
  last: AuditReport | null,
): AuditReport {
  const scored = [...found].map(([code, findings]) => scoredOf(code, findings))
  const pages = countedOf(site)
  const places = new Map<string, number>()
  const placeOf = (url: string) => {
    const place = places.get(url) ?? places.size
    places.set(url, place)
    return place
  }
  const now = at.toISOString()
  const issues = [...found].map(([code, findings]) => ({
    code,
    firstSeen: last?.seen[code] ?? now,
    isNew: last !== null && last.seen[code] === undefined,
    at: findings.map(({ url }) => placeOf(url)),
    details: findings.map(({ detail }) => detail),
  }))
  const seen = Object.fromEntries(issues.map(({ code, firstSeen }) => [code, firstSeen]))
  return {
    ...crawl,
    score: scoreOf(pages, scored),
    health: healthOf(pages, scored),
    issues: issues.sort(byWeight),
    urls: [...places.keys()],
    gone: isComplete && last ? goneSince(last, found) : [],
    seen: isComplete ? seen : { ...last?.seen, ...seen },
  }
}

function scoredOf(code: string, findings: readonly Finding[]): Scored {
  const issue = catalogue.get(code)
  if (!issue) throw new Error(`no such issue: ${code}`)
  return { ...issue, code, urls: findings.map(({ url }) => url) }
}

/** Excludes redirects and working files. */
function countedOf({ pages }: Site): Counted[] {
  return [...pages.values()]
    .filter((page) => page.isHtml || isBroken(page))
    .map((page) => ({ url: page.url, isBroken: isBroken(page) }))
}

function goneSince(last: AuditReport, found: ReadonlyMap<string, unknown>): AuditReport['gone'] {
  const counts = new Map(last.issues.map(({ code, at }) => [code, at.length]))
  return Object.entries(last.seen)
    .filter(([code]) => !found.has(code) && catalogue.has(code))
    .map(([code, firstSeen]) => ({ code, firstSeen, count: counts.get(code) ?? 0 }))
}

const order: Record<Severity, number> = { error: 0, warning: 1, notice: 2 }

function byWeight(a: AuditReport['issues'][number], b: AuditReport['issues'][number]): number {
  const rank = ({ code }: { code: string }) => order[catalogue.get(code)?.severity ?? 'notice']
  return rank(a) - rank(b) || b.at.length - a.at.length || a.code.localeCompare(b.code)
}
