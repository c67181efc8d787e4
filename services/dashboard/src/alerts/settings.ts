import { dayMs } from '@rts/shared/clock'
import type { Caller } from '@rts/shared/contract/caller'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { AlertSetting } from '@rts/shared/contract/rows/alert'
import type { Operations } from '@rts/shared/contract/table'
import { invalidField } from '@rts/shared/errors'
import { siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { personOf, requireManager } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { timeZoneOf } from '../people/people.ts'
import { inSite } from '../sites/sites.ts'
import { listAlerts, listRecent, type StoredAlert } from './alerts.sql.ts'
import { readFacts } from './knowledge.ts'
import { type Alerted, alertRules, bundlesOf, momentsOfRules, sourcesOf } from './rules/rules.ts'
import { settingsOf, thresholdsOf, withChoice } from './rules/settings.ts'
import { findQuiet, listSettings, storeQuiet, storeSetting } from './settings.sql.ts'
import { channels, watchSite } from './watches.sql.ts'

type Changes = OperationInput<Operations['alertSettings.update']>['body']

const maxListed = 100
const maxRecent = 20
const recentMs = 7 * dayMs

export function alertHandlers(deps: Pick<Parts, 'database' | 'sites' | 'call' | 'clock'>) {
  const { database, sites, clock } = deps

  async function read(site: KnownSite, personId: string) {
    const [stored, quiet, timeZone] = await Promise.all([
      listSettings(database, site, [personId, channels]),
      findQuiet(database, personId),
      timeZoneOf(database, personId),
    ])
    const of = (audience: string) => stored.find((each) => each.audience === audience)
    return {
      mine: settingsOf(of(personId)?.rules ?? null),
      channels: settingsOf(of(channels)?.rules ?? null),
      channelsOn: of(channels)?.isOn ?? false,
      quiet: quiet ?? null,
      timeZone,
    }
  }

  async function store(site: KnownSite, personId: string, { audience, rules, channelsOn, quiet }: Changes) {
    const whose = audience === 'me' ? personId : channels
    const settings = await read(site, personId)
    const before = audience === 'me' ? settings.mine : settings.channels
    await inSite(deps, site.id, async (tx) => {
      if (quiet !== undefined) await storeQuiet(tx, personId, quiet)
      if (rules === undefined && channelsOn === undefined) return
      const chosen = withChoice(before, rules ?? []).map(({ rule, isOn, threshold }) => ({ rule, isOn, threshold }))
      const isOn = audience === 'channels' && (channelsOn ?? settings.channelsOn)
      await storeSetting(tx, site, personId, { audience: whose, isOn, rules: chosen })
      await watchSite(tx, site)
    })
  }

  return {
    'alerts.list': async ({ params, ...call }) => {
      const personId = personOf(call.caller)
      if (params.id !== undefined) {
        const site = await siteOf(sites, call, params.id)
        const listed = await listAlerts(database, site, personId, maxListed)
        return { alerts: listed.map((alert) => rowOf(alert, site.name)), total: listed.length }
      }
      const { accountId, siteIds } = call.caller
      const since = new Date(clock.now().getTime() - recentMs)
      const listed = await listRecent(database, accountId, personId, { siteIds, since, take: maxRecent })
      const alerts = listed.map(({ site, total: _total, ...alert }) => rowOf(alert, site))
      return { alerts, total: listed[0]?.total ?? 0 }
    },

    'alertSettings.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { settings: await read(site, personOf(call.caller)) }
    },

    'alertSettings.update': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (body.audience === 'channels') requireManager(call.caller.role ?? 'member')
      else if (body.channelsOn !== undefined) throw invalidField('channelsOn', 'belongs to the channels')
      await store(site, personOf(call.caller), body)
      return { settings: await read(site, personOf(call.caller)) }
    },

    'alertPreview.get': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return previewOf(deps, site.id, call.caller, withChoice(settingsOf(null), body.rules))
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

function rowOf({ siteId: projectId, raisedAt, ...alert }: StoredAlert, site: string) {
  return { ...alert, raisedAt: raisedAt.toISOString(), projectId, site }
}

const days = 30
/** The most that is answered: slides of the first days are seen beside less than twelve weeks. */
const daysOfPast = 120

/** How many alerts rules would have raised in the last thirty days, by the same rules over what is stored. */
async function previewOf(
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
