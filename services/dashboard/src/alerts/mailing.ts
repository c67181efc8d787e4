import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import { isRefusal } from '../accounts/accounts.ts'
import { stopPath } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import {
  claimRecipient,
  listWaiting,
  lockDay,
  type Recipient,
  settleAlerts,
  takeDay,
  type WaitingAlert,
} from './recipients.sql.ts'
import { mailDay } from './rules/mail-time.ts'

export type MailingParts = Pick<
  Parts,
  'database' | 'call' | 'inNameOf' | 'mail' | 'tokens' | 'publicUrl' | 'clock' | 'logger'
>

/** Of one letter; the rest joins the next. */
const maxAlerts = 100
const maxSites = 20

/** Writes what waits for a person into one letter a day, outside their quiet hours. */
export function startMailing(deps: MailingParts): Loop {
  const { database, call, clock, logger, inNameOf, mail, tokens, publicUrl } = deps

  async function maySee(personId: string, { accountId, siteId }: WaitingAlert): Promise<boolean> {
    try {
      await call('sites.get', { params: { id: siteId } }, await inNameOf(accountId, personId))
      return true
    } catch (error) {
      if (!isRefusal(error)) throw error
      return false
    }
  }

  /** Whether the person may see each site for which alerts wait. */
  async function sitesOf({ personId }: Recipient): Promise<Map<string, boolean>> {
    const bySite = Map.groupBy(await listWaiting(database, personId, maxAlerts), ({ siteId }) => siteId)
    const known = [...bySite].slice(0, maxSites).flatMap(([siteId, [first]]) => (first ? [{ siteId, first }] : []))
    return new Map(
      await Promise.all(known.map(async ({ siteId, first }) => [siteId, await maySee(personId, first)] as const)),
    )
  }

  async function write(recipient: Recipient): Promise<void> {
    const day = mailDay(clock.now(), recipient)
    if (!day) return
    const maySee = await sitesOf(recipient)
    await inTransaction(database, async (tx) => {
      if (!(await lockDay(tx, recipient.personId, day))) return
      const waiting = (await listWaiting(tx, recipient.personId, maxAlerts)).filter(({ siteId }) => maySee.has(siteId))
      const wanted = waiting.filter(({ siteId, isWanted }) => isWanted && maySee.get(siteId))
      if (wanted.length > 0) {
        await compose(tx, recipient, day, wanted)
        await takeDay(tx, recipient.personId, day)
      }
      await settleAlerts(
        tx,
        recipient.personId,
        waiting.map(({ id }) => id),
      )
    })
  }

  async function compose(
    tx: Transaction,
    { personId, email }: Recipient,
    day: string,
    wanted: readonly WaitingAlert[],
  ) {
    const stopUrlOf = (siteIds: readonly string[]) =>
      `${publicUrl}${stopPath}?token=${tokens.ofSiteLetters({ kind: 'alerts', personId, siteIds })}`
    const sites = [...Map.groupBy(wanted, ({ siteId }) => siteId)].map(([siteId, alerts]) => ({
      name: alerts[0]?.site ?? '',
      url: publicUrl + pages.alerts.replace('$siteId', siteId),
      stopUrl: stopUrlOf([siteId]),
      alerts: alerts.map(({ rule, threshold, count, items }) => ({
        rule,
        threshold,
        count,
        items: items.map(topicOf),
      })),
    }))
    const siteIds = [...new Set(wanted.map(({ siteId }) => siteId))]
    const [only] = sites.length === 1 ? sites : []
    const variables = { url: only?.url ?? publicUrl, stopUrl: stopUrlOf(siteIds), sites }
    const at = clock.now().toISOString()
    await mail.compose(tx, { id: `alerts.${personId}.${day}`, kind: 'alerts', to: email, at, variables })
  }

  return startLane({
    claim: () => claimRecipient(database),
    run: write,
    onError: (error) => logger.warn({ err: error }, 'a letter of alerts was not written'),
    pollMs: 5_000,
  })
}

function topicOf({ name, from, to }: WaitingAlert['items'][number]) {
  return { name, from, to }
}
