import { dayMs } from '@rts/shared/clock'
import type { AlertRule } from '@rts/shared/contract/rows/alert'
import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { alertSentence } from '../../texts/alerts.ts'
import { pages } from '../../web/routes.ts'
import { isRefusal } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import { announce } from '../webhooks/webhooks.ts'
import { keepMoments, type RaisedAlert, raiseAlerts } from './alerts.sql.ts'
import { readFacts } from './knowledge.ts'
import { makeDue } from './recipients.sql.ts'
import { type Alerted, bundlesOf, momentsOfRules, sourcesOf } from './rules/rules.ts'
import { alertDefaults, settingsOf, thresholdsOf } from './rules/settings.ts'
import { channels, claimLook, endLook, finishLook, type Look, listWatches, type Watch } from './watches.sql.ts'

/** Beside twelve weeks a slide is seen, and two more say whether a condition held before. */
const daysOfPast = 100
/** A check that was stored late is older than the last look. */
const lateMs = 2 * dayMs
export type LookingParts = Pick<Parts, 'database' | 'sites' | 'call' | 'inNameOf' | 'publicUrl' | 'clock' | 'logger'>
type Watching = Watch & { thresholds: Map<AlertRule, number> }

/** Looks at each watched site every hour, and raises what is news to those who watch it. */
export function startLooking(deps: LookingParts): Loop {
  const { database, sites, call, clock, logger, inNameOf } = deps
  const tellChannels = channelWriter(deps)

  /** Who may still see the site, and the first of them as the caller. A person without rights is not alerted meanwhile. */
  async function allowedOf(look: Look, watches: readonly Watch[]) {
    const allowed = await Promise.all(
      watches.map(async (watch) => {
        try {
          const caller = await inNameOf(look.accountId, watch.personId)
          await call('sites.get', { params: { id: look.siteId } }, caller)
          return [{ caller, watch }]
        } catch (error) {
          if (!isRefusal(error)) throw error
          return []
        }
      }),
    )
    return allowed.flat()
  }

  async function look(at: Look): Promise<void> {
    const watches = await listWatches(database, at)
    if (watches.length === 0) return endLook(database, at.siteId)
    const allowed = await allowedOf(at, watches)
    const [first] = allowed
    if (!first) return void (await inTransaction(database, (tx) => finishLook(tx, at.siteId, null)))
    const watching = allowed.map(({ watch }) => watchingOf(watch))
    const now = clock.now()
    const stored = at.readUntil ?? watching[0]?.since ?? now
    const sources = sourcesOf(new Map(watching.flatMap(({ thresholds }) => [...thresholds])))
    const span = { stored, from: new Date(stored.getTime() - lateMs), days: daysOfPast, now }
    const { known, readUntil, failed } = await readFacts(call, at.siteId, first.caller, sources, span)
    for (const err of failed) logger.warn({ err, siteId: at.siteId }, 'alerts could not read some of their facts')
    const found = watching.map((watch) => ({
      watch,
      moments: wanted(momentsOfRules(known, watch.thresholds, now), watch),
    }))
    await inTransaction(database, async (tx) => {
      if (!(await sites.hold(tx, at.siteId)) || !(await finishLook(tx, at.siteId, readUntil))) return
      for (const { watch, moments } of found) await raise(tx, at, watch, moments, now)
    })
  }

  async function raise(tx: Transaction, at: Look, watch: Watching, moments: readonly Alerted[], now: Date) {
    const news = await keepMoments(tx, at.siteId, watch, moments)
    const bundles = bundlesOf(news).map((alert) => ({ ...alert, threshold: thresholdOf(watch, alert.rule) }))
    const site = { id: at.siteId, accountId: at.accountId }
    const raised = await raiseAlerts(tx, site, watch, bundles, now)
    if (raised.length === 0) return
    if (watch.audience === channels) await tellChannels(tx, site, raised, now)
    else await makeDue(tx, watch.personId)
  }

  return startLane({
    claim: () => claimLook(database),
    run: look,
    onError: (error) => logger.warn({ err: error }, 'a site was not looked at for alerts'),
    pollMs: 5_000,
  })
}

function watchingOf(watch: Watch): Watching {
  return { ...watch, thresholds: thresholdsOf(settingsOf(watch.rules)) }
}

/** News are what happened since somebody watches by these rules. */
function wanted(moments: readonly Alerted[], { since }: Watch): Alerted[] {
  const earliest = since.toISOString()
  return moments.filter(({ at }) => at >= earliest)
}

function thresholdOf({ thresholds }: Watching, rule: AlertRule): number | null {
  return alertDefaults[rule].threshold === null ? null : (thresholds.get(rule) ?? null)
}

type Site = { id: string; accountId: string }

const maxItems = 25

/** Tells the channels of a site what one look raised, in the transaction that raises it. */
function channelWriter({ sites, publicUrl }: Pick<Parts, 'sites' | 'publicUrl'>) {
  return async (tx: Transaction, { id: siteId, accountId }: Site, raised: readonly RaisedAlert[], at: Date) => {
    const { name, domain } = await sites.require(accountId, siteId)
    const items = raised.flatMap((alert) =>
      alert.items.map(({ keywordId, name: topic, from, to, url, at: readAt }) => {
        const title = alertSentence({ ...alert, count: 1, items: [{ name: topic, from, to }] })
        const keyword = keywordId === null ? null : topic
        return { id: alert.id, rule: alert.rule, title, keywordId, keyword, from, to, url, at: readAt }
      }),
    )
    await announce(tx, {
      accountId,
      siteId,
      type: 'alert.raised',
      id: `alerts.${raised[0]?.id ?? siteId}`,
      at,
      data: {
        project: { id: siteId, name, domain },
        count: raised.reduce((sum, { count }) => sum + count, 0),
        alerts: items.slice(0, maxItems),
        page: publicUrl + pages.alerts.replace('$siteId', siteId),
      },
    })
  }
}
