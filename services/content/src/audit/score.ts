import type { Severity } from './rules/rule.ts'

export type Scored = { code: string; severity: Severity; weight?: number; isSitewide?: true; urls: readonly string[] }
export type Counted = { url: string; isBroken: boolean }

const weights: Record<Severity, number> = { error: 10, warning: 4, notice: 0 }
const maxForSite = 15
/** A hidden site scores low whatever its pages. */
const hiding = ['NOINDEX_SITEWIDE', 'HOME_UNREACHABLE']
const maxWhenHidden = 50

/** 0 to 100: mean page score (100 less issue weights; broken pages 0) less sitewide losses. Null without pages. */
export function scoreOf(pages: readonly Counted[], issues: readonly Scored[]): number | null {
  if (pages.every(({ isBroken }) => isBroken)) return null
  const lost = new Map(pages.map(({ url }) => [url, 0]))
  let lostBySite = 0
  for (const { severity, weight = weights[severity], isSitewide, urls } of issues) {
    if (severity === 'notice') continue
    for (const url of isSitewide ? [] : new Set(urls)) {
      const before = lost.get(url)
      if (before !== undefined) lost.set(url, before + weight)
    }
    // Redirects, pictures and the site itself have no page score.
    if (urls.some((url) => isSitewide || !lost.has(url))) lostBySite += weight
  }
  const points = pages.map(({ url, isBroken }) => (isBroken ? 0 : Math.max(0, 100 - (lost.get(url) ?? 0))))
  const mean = points.reduce((sum, each) => sum + each, 0) / points.length
  const score = Math.max(0, mean - Math.min(maxForSite, lostBySite))
  const isHidden = issues.some(({ code, urls }) => urls.length > 0 && hiding.includes(code))
  if (score === 100) return 100
  // Only a faultless site has 100.
  return Math.min(99, isHidden ? maxWhenHidden : 99, Math.round(score))
}

export function healthOf(pages: readonly Counted[], issues: readonly Scored[]): number | null {
  if (pages.length === 0) return null
  const faulty = new Set(issues.flatMap(({ severity, urls }) => (severity === 'error' ? urls : [])))
  const sound = pages.filter(({ url, isBroken }) => !isBroken && !faulty.has(url)).length
  return Math.floor((sound / pages.length) * 100)
}
