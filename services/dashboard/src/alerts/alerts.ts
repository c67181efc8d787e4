import { type LookingParts, startLooking } from './looking.ts'
import { type MailingParts, startMailing } from './mailing.ts'
import { alertHandlers } from './settings.ts'
import { deleteOldAlerts } from './watches.sql.ts'

export { deleteAlerts, watchSite } from './watches.sql.ts'

type AlertParts = LookingParts & MailingParts

/** Alerts about a site: Operator's rules over what is saved, for the people who asked and for the channels of the site. */
export function createAlerts(parts: AlertParts) {
  return {
    handlers: alertHandlers(parts),
    chores: [() => deleteOldAlerts(parts.database)],
    background: [startLooking(parts), startMailing(parts)],
  }
}
