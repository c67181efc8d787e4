import type { AlertItem, AlertRule } from '@rts/shared/contract/rows/alert'

/** More moments of a rule in one look are one alert. */
const maxSingly = 10
type Found = AlertItem & { rule: AlertRule }
/** An alert that is about to be raised; `items` are the first ten. */
export type NewAlert = { rule: AlertRule; count: number; items: AlertItem[] }

/** The alerts of the moments that one look found: one each, or one for all of a rule. */
export function bundlesOf(moments: readonly Found[]): NewAlert[] {
  return [...Map.groupBy(moments, ({ rule }) => rule)].flatMap(([rule, found]): NewAlert[] => {
    if (found.length > maxSingly) return [{ rule, count: found.length, items: found.slice(0, maxSingly).map(itemOf) }]
    return found.map((moment) => ({ rule, count: 1, items: [itemOf(moment)] }))
  })
}

function itemOf({ subject, name, sentence, keywordId, from, to, answers, url, at }: Found): AlertItem {
  return {
    subject,
    name,
    ...(sentence && { sentence }),
    keywordId,
    from,
    to,
    ...(answers !== undefined && { answers }),
    url,
    at,
  }
}
