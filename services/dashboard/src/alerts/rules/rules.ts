import type { AlertItem, AlertRule as AlertRuleName } from '@rts/shared/contract/rows/alert'
import { aiLost, aiWon } from './ai-mentions.ts'
import type { AlertKnowledge, AlertRule, AlertSource, Moment } from './model.ts'
import { fell, leftTop, newPage, notFound, reachedTop, rose } from './ranks.ts'
import { auditErrors, checksFail, clicksFell, linksLost, linksWon, rivalPassed } from './site.ts'

/** Every rule. Of those that hold at one check of a keyword, the first is the alert. */
export const alertRules: readonly AlertRule[] = [
  notFound,
  leftTop,
  fell,
  reachedTop,
  rose,
  newPage,
  rivalPassed,
  checksFail,
  auditErrors,
  linksLost,
  linksWon,
  aiLost,
  aiWon,
  clicksFell,
]

/** The thresholds of the rules that are on. */
type Thresholds = ReadonlyMap<AlertRuleName, number>
export type Alerted = Moment & { rule: AlertRuleName; lastsDays: number }

export function sourcesOf(thresholds: Thresholds): AlertSource[] {
  return [...new Set(alertRules.flatMap(({ name, reads }) => (thresholds.has(name) ? reads : [])))]
}

/** The moments of all rules that are on and whose facts are known, the oldest first; a check of a keyword is one of them at most. */
export function momentsOfRules(known: Partial<AlertKnowledge>, thresholds: Thresholds, now: Date): Alerted[] {
  const taken = new Set<string>()
  const moments = alertRules.flatMap(({ name, lastsDays, reads, find }) => {
    const threshold = thresholds.get(name)
    if (threshold === undefined || reads.some((source) => known[source] === undefined)) return []
    // safe because all that the rule reads is there
    const found = find(known as AlertKnowledge, threshold, now)
    const fresh = found.filter(({ keywordId, at }) => keywordId === null || !taken.has(`${keywordId} ${at}`))
    for (const { keywordId, at } of fresh) taken.add(`${keywordId} ${at}`)
    return fresh.map((moment) => ({ ...moment, rule: name, lastsDays }))
  })
  return moments.toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

/** More moments of a rule in one look are one alert. */
const maxSingly = 10
type Found = AlertItem & { rule: AlertRuleName }
/** An alert that is about to be raised; `items` are the first ten. */
export type NewAlert = { rule: AlertRuleName; count: number; items: AlertItem[] }

/** The alerts of the moments that one look found: one each, or one for all of a rule. */
export function bundlesOf(moments: readonly Found[]): NewAlert[] {
  return [...Map.groupBy(moments, ({ rule }) => rule)].flatMap(([rule, found]): NewAlert[] => {
    if (found.length > maxSingly) return [{ rule, count: found.length, items: found.slice(0, maxSingly).map(itemOf) }]
    return found.map((moment) => ({ rule, count: 1, items: [itemOf(moment)] }))
  })
}

function itemOf({ subject, name, sentence, keywordId, from, to, answers, url, at }: Found): AlertItem {
  const item = { subject, name, keywordId, from, to, url, at }
  return { ...item, ...(sentence && { sentence }), ...(answers !== undefined && { answers }) }
}
