import { dayMs } from '@rts/shared/clock'
import type { Caller } from '@rts/shared/contract/caller'
import type { AlertSetting } from '@rts/shared/contract/rows/alert'
import type { Parts } from '../parts.ts'
import { readFacts } from './knowledge.ts'
import { type Alerted, alertRules, bundlesOf, momentsOfRules, sourcesOf } from './rules/rules.ts'
import { thresholdsOf } from './rules/settings.ts'

const days = 30
/** The most that is answered: slides of the first days are seen beside less than twelve weeks. */
const daysOfPast = 120

/** How many alerts rules would have raised in the last thirty days, by the same rules over what is stored. */
export async function previewOf(
  { call, clock }: Pick<Parts, 'call' | 'clock'>,
  siteId: string,
  caller: Caller,
  settings: readonly AlertSetting[],
) {
  const thresholds = thresholdsOf(settings)
  const now = clock.now()
  const from = new Date(now.getTime() - days * dayMs)
  const span = { stored: new Date(0), from, days: daysOfPast, now }
  const { known, failed } = await readFacts(call, siteId, caller, sourcesOf(thresholds), span)
  const refused = failed.find((error) => Object(error).code === 'not_found')
  if (refused) throw refused
  const moments = momentsOfRules(known, thresholds, now).filter(({ at }) => at >= from.toISOString())
  const byRule = [...thresholds.keys()].map((rule) => ({
    rule,
    alerts: countOf(moments.filter((each) => each.rule === rule)),
  }))
  const missing = alertRules.filter(
    ({ name, reads }) => thresholds.has(name) && reads.some((source) => known[source] === undefined),
  )
  return {
    alerts: byRule.reduce((sum, { alerts }) => sum + alerts, 0),
    byRule,
    missing: missing.map(({ name }) => name),
  }
}

/** As hourly looks would have found them. */
function countOf(moments: readonly Alerted[]): number {
  const looks = Map.groupBy(moments, ({ at }) => at.slice(0, 13))
  return [...looks.values()].reduce((sum, found) => sum + bundlesOf(found).length, 0)
}
