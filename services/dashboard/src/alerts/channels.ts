import type { Transaction } from '@rts/shared/service/transaction'
import { alertSentence } from '../../texts/alerts.ts'
import { pages } from '../../web/routes.ts'
import type { Parts } from '../parts.ts'
import { announce } from '../webhooks/webhooks.ts'
import type { RaisedAlert } from './alerts.sql.ts'

type Site = { id: string; accountId: string }

const maxItems = 25

/** Tells the channels of a site what one look raised, in the transaction that raises it. */
export function channelWriter({ sites, publicUrl }: Pick<Parts, 'sites' | 'publicUrl'>) {
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
