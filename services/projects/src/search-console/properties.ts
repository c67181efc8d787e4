import { AppError, invalidField } from '@rts/shared/errors'
import type { Failure } from '@rts/shared/failure'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import type { GoogleAccess } from './access.ts'
import { connectionOf } from './connection.ts'
import type { GrantStore } from './grants.sql.ts'
import type { PropertyStore } from './properties.sql.ts'
import type { Google } from './providers/google.ts'
import { inOrderFor } from './rules/properties.ts'

export type PropertyDeps = {
  google: Google | null
  access: GoogleAccess | null
  grants: GrantStore
  properties: PropertyStore
  sites: SiteStore
  pageUrl: string
}

/** The properties that an account's connection may read, and the one of a site. */
export function propertyHandlers(deps: PropertyDeps) {
  const { google, access, grants, properties, sites } = deps

  /** What Google lists now; undefined where there is no connection, or none any more. */
  async function listed(accountId: string) {
    const grant = await grants.find(accountId)
    if (!google || !access || grant?.status !== 'active') return undefined
    const answer = await access.ask(accountId, google.console.properties)
    if (answer.ok) return { grant, list: answer.value }
    if ((await grants.find(accountId))?.status !== 'active') return undefined
    throw notAnswered(answer)
  }

  return {
    'searchConsoleProperties.list': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const found = await listed(site.accountId)
      const property = site.searchProperty
      if (!found) return { ...connectionOf(await grants.find(site.accountId), deps), property, properties: [] }
      return { connected: true, connectUrl: null, property, properties: inOrderFor(found.list, site.domain) }
    },

    'searchConsole.connect': async ({ params, body: { siteUrl }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const found = await listed(site.accountId)
      if (!found) throw notConnected()
      if (!found.list.some((each) => each.siteUrl === siteUrl))
        throw invalidField('siteUrl', 'is not among the properties that the connected Google account may read')
      if (!(await properties.choose(site, siteUrl, found.grant.version))) throw notConnected()
      return { property: siteUrl }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function notConnected(): AppError {
  return new AppError(
    'not_connected',
    'Connect the account to Google first, on the page Search console of the dashboard',
  )
}

/** Google was asked and gave no answer: nothing is wrong with the connection. */
function notAnswered({ kind, retryAfterSeconds }: Failure): AppError {
  const facts = retryAfterSeconds === null ? {} : { retryAfterSeconds }
  const why = kind === 'quota' ? 'Google wants fewer questions at the moment' : 'Google did not answer'
  return new AppError('provider_failed', `${why}; try again later`, facts)
}
