import { AppError, invalidField } from '@rts/shared/errors'
import type { Failure, FailureKind } from '@rts/shared/failure'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { siteOf } from '../sites/sites.ts'
import type { GoogleAccess } from './access.ts'
import { connectionOf } from './connection.ts'
import { findGrant } from './grants.sql.ts'
import type { Google } from './providers/google.ts'
import { storeProperty } from './readings.sql.ts'
import { inOrderFor } from './rules/readings.ts'

type PropertyDeps = { db: Database; google: Google | null; access: GoogleAccess | null; pageUrl: string }

export function propertyHandlers(deps: PropertyDeps) {
  const { db, google, access } = deps

  /** The properties that Google lists now; undefined where there is no connection, or none any more. */
  async function listed(accountId: string) {
    const grant = await findGrant(db, accountId)
    if (!google || !access || grant?.status !== 'active') return undefined
    const answer = await access.ask(accountId, google.console.properties)
    if (answer.ok) return { grant, list: answer.value }
    if ((await findGrant(db, accountId))?.status !== 'active') return undefined
    throw notAnswered(answer)
  }

  return {
    'searchConsoleProperties.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const found = await listed(site.accountId)
      const property = site.searchProperty
      if (!found) return { ...connectionOf(await findGrant(db, site.accountId), deps), property, properties: [] }
      const all = inOrderFor(found.list, site.domain)
      // The others name sites that the caller may not see.
      const properties = caller.siteIds === null ? all : all.filter(({ isForSite }) => isForSite)
      return { connected: true, connectUrl: null, property, properties }
    },

    'searchConsole.connect': async ({ params, body: { siteUrl }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const found = await listed(site.accountId)
      if (!found) throw notConnected()
      if (!found.list.some((each) => each.siteUrl === siteUrl)) throw invalidField('siteUrl', faults.notAProperty)
      if (!(await storeProperty(db, site, siteUrl, found.grant.version))) throw notConnected()
      return { property: siteUrl }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function notConnected(): AppError {
  return new AppError('not_connected', refusals.notConnected)
}

/** Google was asked and gave no answer; says who can mend it. */
function notAnswered({ kind, retryAfterSeconds }: Failure): AppError {
  const facts = retryAfterSeconds === null ? {} : { retryAfterSeconds }
  return new AppError('provider_failed', whyNot(kind), facts)
}

function whyNot(kind: FailureKind): string {
  if (kind === 'auth') return 'Google does not let this connection read the search console; connect again, and allow it'
  if (kind === 'no_provider')
    return "This installation's Google project may not use the search console API; its operator has to enable it"
  if (kind === 'bad_request') return 'Google refuses this Google account or the request; look at the account at Google'
  return kind === 'quota'
    ? 'Google wants fewer questions at the moment; try again later'
    : 'Google did not answer; try again later'
}
